import type { EngineChoice, RemoteOperation, RemoteState } from '../../src-main/contract/library/remote.ts'

/** What can be sent, in the words of the window. */
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
  'no-credentials': { title: 'Key and secret are missing', todo: 'Enter the key and the secret of the service.' },
  refused: { title: 'The service refused key and secret', todo: 'Enter them again, as the service shows them.' },
  forbidden: { title: 'The account may not do this', todo: 'Ask the service what the plan includes, or send fewer kinds of findings.' },
  'budget-spent': { title: 'The budget of this month is spent', todo: 'Analysis goes on with the next month, or with a larger budget.' },
  unreachable: { title: 'The service cannot be reached', todo: 'Check the address and the network. It is tried again by itself.' },
}

/** What keeps the service from working and what a person can do; null while all is well. */
export function describeWaiting({ condition, message }: Pick<RemoteState, 'condition' | 'message'>): { title: string; todo: string } | null {
  if (condition === 'off' || condition === 'ready') return null
  return { title: waiting[condition].title, todo: message || waiting[condition].todo }
}

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
  return `Of each photo a reduced copy, ${uploadSide} pixels on its shorter side, goes to ${hostOf(address) || 'the service'}. It carries no metadata: no place, date, camera or file name. Originals, ratings and your own tags stay on this machine.`
}
