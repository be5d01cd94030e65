import { say } from '../../src-main/contract/sentences/say.ts'
import { implement, ORPCError } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import {
  EngineChoice,
  type RemoteState,
  type RemoteTest,
  type SecretKeeping,
} from '../../src-main/contract/library/remote.ts'

export type FakeRemote = {
  choice: EngineChoice
  state: RemoteState
  keeping: SecretKeeping
  /** The result of a test, or the sentence it fails with. */
  answer: RemoteTest | string
  outsideIndex: number | null
}

export const fakeRemote = (): FakeRemote => ({
  choice: EngineChoice.parse({}),
  state: {
    condition: 'off',
    message: null,
    version: null,
    concurrency: 1,
    spent: 0,
    hasCredentials: false,
    keptIn: 'nowhere',
  },
  keeping: {
    place: 'file',
    note: say('remote.keptInFile', { path: '/home/ann/.config/lumafold/secrets.json' }),
    problem: null,
    shortKey: '',
  },
  answer: {
    version: 'v2',
    usage: { monthlyLimit: 2000, monthlyUsed: 140, concurrency: 2, periodEnd: Date.UTC(2026, 10, 30) },
    categorizers: ['personal_photos', 'nsfw_beta'],
  },
  outsideIndex: null,
})

/** The calls `remote.*` on a made-up service. */
export function createFakeRemote(
  remote: FakeRemote,
  note: (name: string, input?: unknown) => void,
  emit: (event: LibraryEvent) => void,
) {
  const calls = implement(libraryContract).remote
  const become = (state: Partial<RemoteState>): RemoteState => {
    remote.state = { ...remote.state, ...state }
    emit({ type: 'remote.changed', state: remote.state })
    return remote.state
  }
  return {
    choice: calls.choice.handler(() => remote.choice),
    setChoice: calls.setChoice.handler(({ input }) => {
      note('remote.setChoice', input)
      const next = { ...remote.choice, ...input }
      if ((next.engine === 'remote' || next.address !== '') && !/^https?:\/\//.test(next.address))
        throw new ORPCError('bad-params', {
          message: 'The address of the service must begin with https:// or http://.',
        })
      remote.choice = next
      if (input.engine !== undefined)
        become({
          condition: input.engine === 'local' ? 'off' : remote.state.hasCredentials ? 'ready' : 'no-credentials',
        })
      return next
    }),
    state: calls.state.handler(() => remote.state),
    test: calls.test.handler(() => {
      note('remote.test')
      if (typeof remote.answer === 'string') throw new ORPCError('bad-params', { message: remote.answer })
      return remote.answer
    }),
    setCredentials: calls.setCredentials.handler(({ input }) => {
      note('remote.setCredentials', input)
      remote.keeping = { ...remote.keeping, shortKey: `${input.key.slice(0, 4)}…` }
      return become({ hasCredentials: true, keptIn: 'file' })
    }),
    forgetCredentials: calls.forgetCredentials.handler(() => {
      note('remote.forgetCredentials')
      remote.keeping = { ...remote.keeping, shortKey: '' }
      return become({ hasCredentials: false, keptIn: 'nowhere' })
    }),
    keeping: calls.keeping.handler(() => remote.keeping),
    outsideIndex: calls.outsideIndex.handler(() => remote.outsideIndex),
    retry: calls.retry.handler(() => {
      note('remote.retry')
      return become({})
    }),
  }
}
