/** Why metadata of a file or of a sidecar were not read, or not whole. */
export const reading = {
  closed: 'Metadata cannot be read: the library is closed.',
  noStart: 'The process that reads metadata does not start: {reason}.',
  tookLong: 'Reading the metadata took too long and was given up ({reason}).',
  tookMemory: 'Reading the metadata took too much memory and was given up ({reason}).',
  ended: 'Reading the metadata ended the process that read it ({reason}).',
  wasEnded: 'it was ended',
  memory: 'more than {count, number} MB of memory',
  processor: 'more than {seconds} seconds of processor time',
  noAnswer: 'no answer within {seconds} seconds',
  sidecarClosed: 'The sidecar {name} cannot be opened; check its permissions.',
  sidecarUnread: 'The sidecar {name} was not read: {reason}. Correct or remove it.',
  sidecarLarge:
    'The sidecar {name} has {size, number} MB and was not read; {most, number} MB are the most. Save it again with the program that made it, or remove it.',
  noXml: 'it holds no XML',
  badXml: 'it is no well-formed XML ({detail})',
  nested: 'its elements are nested too deeply',
  inCloud: 'The file is in a cloud and not on this machine; its metadata was not read.',
} as const
