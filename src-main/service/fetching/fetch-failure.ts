/**
 * The reason why an address could not be used. `about` tells a broken rule from a failure of the other side that may
 * pass.
 */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
  readonly about: 'rule' | 'answer'
  constructor(about: 'rule' | 'answer', message: string, options?: ErrorOptions) {
    super(message, options)
    this.about = about
  }
}

/** Converts an error of the connection to a failure; an abort by the caller stays unchanged. */
export function toFetchFailure(error: unknown, host: string): FetchFailure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof FetchFailure) return cause
  const { code = '', name = '', message = '' } = error as { code?: string; name?: string; message?: string }
  return new FetchFailure('answer', describe(`${code} ${name}`, host, code || message), { cause: error })
}

const SENTENCES: readonly (readonly [pattern: RegExp, sentence: (host: string) => string])[] = [
  [/ENOTFOUND|ENODATA/, (host) => `There is no host named ${host}.`],
  [/EAI_/, (host) => `The name ${host} could not be looked up at present.`],
  [/ECONNREFUSED/, (host) => `The host ${host} refuses connections on this port.`],
  [/EHOSTUNREACH|ENETUNREACH/, (host) => `The host ${host} cannot be reached from here.`],
  [/UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT/, (host) => `Connecting to ${host} timed out.`],
  [/TIMEOUT|TimeoutError/, (host) => `The answer of ${host} timed out.`],
  [
    /UND_ERR_SOCKET|UND_ERR_RES|ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE/,
    (host) => `The host ${host} cut the connection before its answer was whole.`,
  ],
  [/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/, (host) => `The host ${host} has no valid certificate for https.`],
  [/HPE_|HTTPParserError|HEADERS_OVERFLOW/, (host) => `The host ${host} does not answer in proper HTTP.`],
]

function describe(codes: string, host: string, detail: string): string {
  const known = SENTENCES.find(([pattern]) => pattern.test(codes))
  return known ? known[1](host) : `The address could not be read from ${host} (${detail}).`
}
