import { foreign } from '../contract/sentences/say.ts'
import { AppError } from '../contract/errors.ts'
import { refusalOf, type Reply } from './reply.ts'
import type { CategorizersPort, FeedbackPort, OwnerPorts, TaggersPort } from '../analysis/operations/ports.ts'

type Ports = { taggers: TaggersPort; categorizers: CategorizersPort; feedback: FeedbackPort }
export type PortName = keyof Ports
type QuestionsTo<P extends PortName> = {
  [M in keyof Ports[P] & string]: {
    port: P
    method: M
    given: Ports[P][M] extends (...given: infer G) => unknown ? G : never
  }
}[keyof Ports[P] & string]

/** A call of a port as plain data: one process owns the stores behind the ports, and others ask it. */
export type PortQuestion = { [P in PortName]: QuestionsTo<P> }[PortName]

/** Sends a question to the owner. Resolves to the port's answer; rejects with the AppError that the port threw. */
export type AskPort = (question: PortQuestion) => Promise<unknown>

/** Names of the ports that are present. */
export function namePorts(ports: OwnerPorts): PortName[] {
  return (['taggers', 'categorizers', 'feedback'] as const).filter((name) => ports[name] !== undefined)
}

/** Ports that forward every call to their owner; only the named ones are present. */
export function askedPorts(present: readonly PortName[], ask: AskPort): OwnerPorts {
  const all: Ports = {
    taggers: {
      modelOf: (...given) => ask({ port: 'taggers', method: 'modelOf', given }) as Promise<string | null>,
      tag: (...given) => ask({ port: 'taggers', method: 'tag', given }) as ReturnType<TaggersPort['tag']>,
    },
    categorizers: {
      modelOf: (...given) => ask({ port: 'categorizers', method: 'modelOf', given }) as Promise<string | null>,
      list: (...given) => ask({ port: 'categorizers', method: 'list', given }) as ReturnType<CategorizersPort['list']>,
      rate: (...given) => ask({ port: 'categorizers', method: 'rate', given }) as ReturnType<CategorizersPort['rate']>,
    },
    feedback: {
      use: (...given) => ask({ port: 'feedback', method: 'use', given }) as ReturnType<FeedbackPort['use']>,
      accept: (...given) => ask({ port: 'feedback', method: 'accept', given }) as Promise<string>,
    },
  }
  return Object.fromEntries(present.map((name) => [name, all[name]]))
}

/**
 * Passes a question to its port; never rejects. An error without a code is reported to `onFault`, and the answer omits
 * its details.
 */
export async function answerQuestion(
  ports: OwnerPorts,
  { port, method, given }: PortQuestion,
  onFault: (error: unknown) => void,
): Promise<Reply> {
  try {
    // The question's type pairs port, method and arguments.
    const methods = ports[port] as unknown as Record<string, (...given: readonly unknown[]) => unknown>
    return { ok: true, value: await methods[method]!(...given) }
  } catch (error) {
    if (error instanceof AppError) return refusalOf(error)
    onFault(error)
    return {
      ok: false,
      code: 'internal',
      message: foreign(`The account's own ${port} could not be used. Details are in the log.`),
    }
  }
}
