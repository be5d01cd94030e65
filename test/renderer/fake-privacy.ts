import { implement, ORPCError } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type { PrivacyState } from '../../src-main/contract/library/privacy.ts'
import type { Settings } from '../../src-main/contract/library/settings.ts'

export type FakePrivacy = { isClientMode: boolean; isLocked: boolean; passphrase: string | null }

type Parts = {
  privacy: () => FakePrivacy
  settings: () => Settings
  photos: () => readonly PhotoDetail[]
  emit: (event: LibraryEvent) => void
}

/** Hides photos from a window in tests by the library's rules, without hashes and pauses. */
export function createFakePrivacy({ privacy, settings, photos, emit }: Parts) {
  const os = implement(libraryContract)
  const state = (): PrivacyState => {
    const { isClientMode, isLocked, passphrase } = privacy()
    const isHiding = isClientMode || isLocked
    return {
      isClientMode,
      isLocked,
      hasPassphrase: passphrase !== null,
      hidesSensitive: isHiding || settings().nsfwMode === 'hide',
      hidesPrivate: isHiding,
      hidesWithoutVerdict: isHiding,
      withoutVerdict: isHiding ? photos().filter(({ hasVerdict, isPrivate }) => !hasVerdict && !isPrivate).length : 0,
    }
  }
  const isShown = ({ isSensitive, isPrivate, hasVerdict }: PhotoDetail): boolean => {
    const { hidesSensitive, hidesPrivate, hidesWithoutVerdict } = state()
    const isHidden =
      (hidesSensitive && isSensitive) || (hidesPrivate && isPrivate) || (hidesWithoutVerdict && !hasVerdict)
    return !isHidden
  }
  const tell = (): void => {
    emit({ type: 'privacy.changed', state: state() })
    emit({ type: 'photos.changed', ids: [], isWholeLibrary: true })
  }
  const change = (part: Partial<FakePrivacy>): PrivacyState => {
    Object.assign(privacy(), part)
    tell()
    return state()
  }
  const check = (passphrase: string | undefined): void => {
    if (privacy().passphrase !== null && passphrase !== privacy().passphrase)
      throw new ORPCError('wrong-passphrase', { message: 'That is not the passphrase.' })
  }
  const calls = {
    state: os.privacy.state.handler(state),
    setClientMode: os.privacy.setClientMode.handler(({ input }) => {
      if (!input.isOn) check(input.passphrase)
      return change({ isClientMode: input.isOn, ...(input.isOn ? {} : { isLocked: false }) })
    }),
    lock: os.privacy.lock.handler(() => change({ isLocked: true })),
    unlock: os.privacy.unlock.handler(({ input }) => {
      check(input.passphrase)
      return change({ isLocked: false })
    }),
    setPassphrase: os.privacy.setPassphrase.handler(({ input }) => {
      check(input.present)
      return change({ passphrase: input.next })
    }),
  }
  return { calls, isShown, tell }
}
