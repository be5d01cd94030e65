/** Why a tagger or a categorizer cannot be taught, or cannot judge a photo. */
export const classifiers = {
  idOfProgram: '"{id}" is a categorizer that comes with the program; choose another id.',
  twoCategories: 'A categorizer tells at least two categories apart.',
  classTwice: '"{name}" is listed twice; put its examples together.',
  exampleBothWays: 'Photo {id} is given both as having "{name}" and as lacking it; leave it in one list.',
  unknown: 'There is no tagger or categorizer "{id}"; list the taggers to see which there are.',
  otherModel:
    '"{id}" was learned with the model {model} ({values} values) and cannot judge embeddings of {otherModel} ({otherValues} values); learn it again from its photos.',
  noExample: '"{name}" has no example; choose at least one photo that shows it.',
  examplesNotAnalysed:
    'None of the examples of "{name}" is analysed with {model} yet; wait until their analysis is done, or choose others.',
  tooFewToCompare: 'Training needs at least two analysed photos to compare with; let some photos be analysed first.',
  exampleOfTwo: 'The same photo is given as an example of two categories; leave it in one.',
  categoryWithoutExample: 'Each category is learned from at least one photo.',
  tagWithoutExample: 'A tag is learned from at least one photo that has it.',
  tagContradicted: 'Every example was also given as a counter-example; choose photos that clearly have the tag.',
  vectorLength:
    'An embedding with {values} values cannot be used where {expected} are expected; analyse the photo again with the present model.',
  vectorNotFinite: 'An embedding holds values that are not finite numbers; analyse the photo again.',
  vectorZero: 'An embedding is all zeros, so nothing can be learned from it; analyse the photo again.',
} as const
