/** Why a pair of text-image models was not installed, or cannot be used. */
export const pairs = {
  notWhole: 'The text-image pair is not whole, or not described rightly.',
  notOfWeb: 'The address of {file} is none of the web ({protocol}).',
  otherFile: '{file} is not the file that pair.json describes.',
  nothingRead: 'Nothing could be read at {host}. Check the address.',
  answered: '{host} answered {status}.',
  otherHash: 'The file at this address has another SHA-256 than the one given.',
  tooLarge: 'The file at this address is too large to describe a pair.',
  noPair: 'These are no pair: pictures are described by {pictures} numbers and texts by {texts}.',
  noVector: 'A model of the text-image pair cannot be used: its vectors are zero or not finite. Install another pair.',
  ranksWrongly:
    'The pair was tried with drawn pictures, and sentences did not find the right ones. It is not used. Install another.',
  projectionUnknown: 'The projection of the text-image pair is damaged, or of a kind that is not known.',
  unknownOffer: 'No pair {offer} is offered. There are: {offers}.',
  noFloats: 'A model of the text-image pair cannot be used: its output {output} holds no floats. Install another pair.',
  noName: 'A model of the text-image pair cannot be used: it has no {usual} among {names}. Install another pair.',
  tokenizerUnknown: 'The tokenizer of the text-image pair is of a kind that is not known.',
  tokenizerDamaged: 'The tokenizer of the text-image pair is damaged. Install the pair again.',
  notDescribed: 'The text-image pair cannot be read: pair.json does not describe a pair ({where}: {why}).',
  preparationUnknown: 'The text-image pair cannot be read: preprocessor_config.json is of a kind that is not known.',
  notHere: 'Text-image models cannot be used with this engine.',
  noneInstalled: 'No text-image models are installed.',
} as const
