/** Who may reach the service, by which names, and who may read how it does. */
export type Access = {
  /** Origins whose pages a browser lets call the service, for example `https://shop.example`; `*` stands for all. */
  origins: readonly string[]
  /** Names in small letters by which it is called; all where there are none. This machine's own always count. */
  hosts: readonly string[]
  /** Addresses or networks of proxies that are believed in who asks (X-Forwarded-For). */
  proxies: readonly string[]
  /** Whoever sends it as `Authorization: Bearer` may read the metrics. */
  metricsToken: string | undefined
  /** Where the metrics are read without it: a port of their own. */
  metricsAt: { host: string; port: number } | undefined
}

export const closedAccess: Access = {
  origins: [],
  hosts: [],
  proxies: [],
  metricsToken: undefined,
  metricsAt: undefined,
}
