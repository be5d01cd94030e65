/** Why an import from a card does not continue. */
export const cards = {
  closed: 'The program was closed. The import continues when you say so.',
  interrupted: 'It was interrupted: put the card back, and go on.',
  cardAway: '{path} cannot be read any more: put the card back, and go on.',
  targetAway: '{path} cannot be reached any more.',
  targetFull: '{path} is full: free some space, and go on.',
  forbidden: 'Nothing can be written to {path}: check its permissions, and go on.',
  nothingNew: 'Nothing new is on the card, or nothing was chosen.',
  notKnown: 'This import is not known any more; look through the card again.',
  longAgo: 'Look through the card again: that was long ago.',
  noRoom:
    '{path} has room for {room, number} MB, and {needed, number} MB are to be copied. Free some space, or choose another folder.',
} as const
