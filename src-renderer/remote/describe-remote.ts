import type { EngineChoice, RemoteOperation, RemoteState } from '../../src-main/contract/library/remote.ts'

/** The operations that the service can be asked for, as the window names them. */
export const operationWords: Record<RemoteOperation, { title: string; note: string }> = {
  tags: { title: 'Tags', note: 'What is on a photo' },
  categories: { title: 'Categories', note: 'What kind of photo it is' },
  colors: { title: 'Colours', note: 'Of the whole, the subject and the background' },
  faces: { title: 'Faces', note: 'Where they are' },
  croppings: { title: 'Crops', note: 'Suggested cuts for the usual sizes' },
  similar: { title: 'Similar photos', note: 'Each photo goes into an index at the service' },
}

type Waiting = Exclude<RemoteState['condition'], 'off' | 'ready'>

const waiting: Record<Waiting, { title: string; todo: string }> = {
  'no-credentials': { title: 'No key and secret', todo: 'Enter the key and the secret of the service.' },
  refused: { title: 'Not accepted', todo: 'The service does not accept the key and the secret. Enter them again.' },
  forbidden: {
    title: 'Limit reached',
    todo: 'The plan at the service does not include more. Work goes on when its limit begins anew.',
  },
  'budget-spent': {
    title: 'Budget spent',
    todo: 'The budget of this month is spent. Analysis goes on with the next month, or with a larger budget.',
  },
  unreachable: {
    title: 'No answer',
    todo: 'The service cannot be reached. Check the address and the network; it is asked again by itself.',
  },
}

/** What keeps the service from working and what a person can do; null while all is well. */
export function describeWaiting({
  condition,
  message,
}: Pick<RemoteState, 'condition' | 'message'>): { title: string; todo: string } | null {
  if (condition === 'ready' && message !== '') return { title: 'Not everything is offered', todo: message }
  if (condition === 'off' || condition === 'ready') return null
  return { title: waiting[condition].title, todo: message || waiting[condition].todo }
}

/** True where asking again may help; a spent budget and missing credentials want something else first. */
export const canRetry = ({ condition }: Pick<RemoteState, 'condition'>): boolean =>
  condition !== 'budget-spent' && condition !== 'no-credentials'

/** The service's host, as a person would name it; empty where the address is none. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? ''
}

/** True where key, secret and photos would go over a network as plain text. */
export function isOpenToReaders(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:') return false
  return !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}

/** What leaves this machine, in a sentence. */
export function describeSent({ address, uploadSide }: Pick<EngineChoice, 'address' | 'uploadSide'>): string {
  return `Of each photo a reduced copy, ${uploadSide} pixels on its shorter side, goes to ${hostOf(address) || 'the service'}. It carries no metadata: no place, date, camera or file name. Originals, ratings and your own tags stay on this machine. Photos that are analysed already are sent only by "Analyse again".`
}
