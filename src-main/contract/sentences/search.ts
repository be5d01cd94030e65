/** What of a search is not understood, or finds nothing. */
export const search = {
  noValue: '“{name}” has no value yet, such as {example}.',
  notCompared: '“{name}” cannot be compared with {sign}.',
  notNumber: '“{value}” is no number for “{name}”, such as {example}.',
  notDate: '“{value}” is no date; dates are written {examples}.',
  notColor: '“{value}” is no colour; colours are written {examples}.',
  notArea: '“{value}” is no part of the map, such as {example} (south, west, north, east in degrees).',
  notChoice: '“{value}” is nothing that “{name}” knows; it knows {choices}.',
  notPhoto: '“{value}” is no photo; photos are written by number, such as {examples}.',
  notSentence:
    '“{value}” is no sentence; it has up to {most, number} letters, and may end in a number of photos, such as {example}.',
  notText: '“{value}” is nothing for “{name}”.',
  unknownField: 'There is no field “{name}”. “{text}” is searched as it stands.',
  noLetters: '“{text}” has no letter or digit to search for.',
  emptyPhrase: 'There is no letter or digit between the quotation marks.',
  strayBracket: 'This bracket closes nothing.',
  openBracket: 'This bracket is not closed.',
  emptyBrackets: 'There is nothing in these brackets.',
  tooDeep: 'There are too many brackets within brackets.',
  orBesideAnd: 'OR joins its two neighbours only. Brackets say it otherwise.',
  joinsNothing: '“{text}” has nothing beside it to join.',
  openQuotation: 'The quotation mark is not closed.',
  severalMeanings:
    '“{text}” means several things in other languages ({meanings}). None is searched for; choose the language of names in the settings.',
  noPair:
    'No text-image models are installed, so that no photo can be found by a sentence. Install a pair in Settings, Models.',
  notComparedSentence: 'The sentence could not be compared.',
  noPhoto: '“{text}” finds no photo.',
  noSuchColors: 'No photo has as much of these colours, or as near.',
}
