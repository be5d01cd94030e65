import { translateSentence } from '../locales/translate-sentence.ts'
import { labelled, t } from '../locales/messages.ts'
import type { EngineChoice, RemoteOperation, RemoteState } from '../../src-main/contract/library/remote.ts'

/** The operations that the service can be asked for, with their labels. */
export const operationWords: Record<RemoteOperation, { title: string; note: string }> = {
  tags: labelled({ title: 'remote.tags', note: 'remote.tagsNote' }),
  categories: labelled({ title: 'remote.categories', note: 'remote.categoriesNote' }),
  colors: labelled({ title: 'remote.colours', note: 'remote.coloursNote' }),
  faces: labelled({ title: 'remote.faces', note: 'remote.facesNote' }),
  croppings: labelled({ title: 'remote.crops', note: 'remote.cropsNote' }),
  similar: labelled({ title: 'remote.similar', note: 'remote.similarNote' }),
}

type Waiting = Exclude<RemoteState['condition'], 'off' | 'ready'>

const waiting: Record<Waiting, { title: string; todo: string }> = {
  'no-credentials': labelled({ title: 'remote.noCredentials', todo: 'remote.noCredentialsTodo' }),
  refused: labelled({ title: 'remote.refused', todo: 'remote.refusedTodo' }),
  forbidden: labelled({ title: 'remote.limit', todo: 'remote.limitTodo' }),
  'budget-spent': labelled({ title: 'remote.budgetSpent', todo: 'remote.budgetTodo' }),
  unreachable: labelled({ title: 'remote.noAnswer', todo: 'remote.noAnswerTodo' }),
}

/** What prevents the service from working and what a person can do; null while all is well. */
export function describeWaiting({
  condition,
  message,
}: Pick<RemoteState, 'condition' | 'message'>): { title: string; todo: string } | null {
  if (condition === 'ready' && message !== null) return { title: t('remote.notAll'), todo: translateSentence(message) }
  if (condition === 'off' || condition === 'ready') return null
  return { title: waiting[condition].title, todo: translateSentence(message) || waiting[condition].todo }
}

/** True if another request may help; an exhausted budget and missing credentials require something else first. */
export const canRetry = ({ condition }: Pick<RemoteState, 'condition'>): boolean =>
  condition !== 'budget-spent' && condition !== 'no-credentials'

/** The service's host for people; empty if the address is invalid. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? ''
}

/** True if key, secret and photos would be sent over a network as plain text. */
export function isOpenToReaders(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:') return false
  return !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}

/** Describes what is sent from this machine, in a sentence. */
export function describeSent({ address, uploadSide }: Pick<EngineChoice, 'address' | 'uploadSide'>): string {
  return t('remote.sent', { side: uploadSide, host: hostOf(address) || t('remote.theService') })
}
