/** Who may reach the service, under which names, and who may read its metrics. */
export type Access = {
  /** Origins whose pages may call the service from a browser, such as `https://shop.example`; `*` means all. */
  origins: readonly string[]
  /** Host names of the service in lower case; empty allows all. Names of this machine are always allowed. */
  hosts: readonly string[]
  /** Addresses or networks of proxies that are trusted about the client's address (X-Forwarded-For). */
  proxies: readonly string[]
  /** Clients that send it as `Authorization: Bearer` may read the metrics. */
  metricsToken: string | undefined
  /** A separate port for metrics, which needs no token. */
  metricsAt: { host: string; port: number } | undefined
}

export const closedAccess: Access = {
  origins: [],
  hosts: [],
  proxies: [],
  metricsToken: undefined,
  metricsAt: undefined,
}
