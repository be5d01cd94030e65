/** What ended the work on a photo, or keeps photos from being analysed. */
export const analysis = {
  tookLong: 'The analysis took too long and was given up ({reason}).',
  givenUp: 'The analysis was given up: {reason}. Save the picture smaller.',
  ended: 'The analysis process ended while it worked on this photo ({reason}).',
  notMade: 'The picture could not be made: {reason}.',
  noTexts: 'The text-image models cannot be used now: {reason}.',
  programFile: "The program's file {path} is missing or damaged. Install the program again.",
  stalled:
    'The file cannot be read now: {reason}. Check its drive or network share; the photo is tried again by itself.',
  notNow:
    'Photos cannot be analysed now: {reason}. {remedy, select, closeOthers {Close other programs: memory or processes are used up} freeSpace {Free some space on the disk} installAgain {Install the program again, and look whether a virus scanner keeps it from starting} other {The log may say more; restart the program}}. It is tried again by itself.',
  neededMemory: 'it needed more than {most} MB of memory',
  noAnswer: 'no answer within {seconds} seconds of work',
  noPictures: 'Pictures cannot be analysed now: {reason}.',
  badPicture:
    'The picture {what, select, crashed {ended the process that read it} slow {took too long to analyse} other {could not be read}} ({reason}). Save it again with another program, or make it smaller.',
  noStart: 'it did not start within {seconds} seconds',
  nothingCame: 'nothing of the file came for {seconds} seconds',
  noClose: 'it did not close',
  engineClosed: 'the engine is closed',
  engineWasClosed: 'the engine was closed',
  processOff: 'the analysis process does not start ({reason})',
  libraryFull: 'The disk of the library is full, so that nothing can be saved. Free some space.',
  nothingSaved: 'Nothing can be saved in the library: {reason}. Details are in the log.',
  stepFailed: 'The step {step} of the analysis failed: {reason}.',
} as const
