/** Why the analysis service is not asked. */
export const remote = {
  noCredentials: 'The service needs a key and a secret. Enter them in Settings.',
  refused: 'The service does not accept the key and the secret. Enter them again in Settings.',
  limit: 'A limit of the subscription is reached. Work goes on when it begins anew.',
  spent: 'The budget of this month is spent. Work goes on next month, or when the budget is raised in Settings.',
  againByItself: 'It is asked again by itself.',
  unreachable: 'The service at {address} cannot be reached: {reason}.',
  noAnswer: 'The service at {address} did not answer: {reason}.',
  notHere: 'At this address no image analysis service answers. Check it in Settings; it is written without "/v2".',
  testRefused: 'The service does not accept the key and the secret.',
  addressScheme: 'The address of the service must begin with https:// or http://.',
  addressSecret: 'Key and secret do not belong into the address; enter them in their own fields.',
  addressQuery: 'The address of the service has no "?" and no "#".',
  enterFirst: 'Enter the key and the secret of the service first.',
  otherAddress: 'Key and secret are kept for another address; enter them again for this one.',
  keptUnreadable: 'The kept key and secret cannot be read. Enter them again.',
} as const
