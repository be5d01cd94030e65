/** Why models were not installed, and what it costs that a task has none, or a simple one. */
export const models = {
  wrongFile: 'Every address gave another file than the expected one ({reasons}).',
  offline:
    'No connection: the servers of the models could not be found. Try again when this machine is connected, or install them from a folder with "lumafold models install --from DIR".',
  failed: 'The download did not succeed ({reasons}). Check the network and try again: it continues where it stopped.',
  diskFull: 'The disk is full: there is no room for the model in {path}. Free some space and try again.',
  tagsOfObjects:
    'Tags name objects only: breeds, scenes and things beyond 80 kinds of objects need the standard models.',
  noObjects: 'No objects are recognised: the bundled models are missing. Run the set-up again.',
  noFaces: 'No faces are found: the bundled models are missing. Run the set-up again.',
  noAges: 'Faces have no age group: the bundled models are missing. Run the set-up again.',
  noNudity: 'Photos cannot be checked for nudity: the bundled models are missing. Run the set-up again.',
  noSubjects:
    'Crops and foreground colours follow objects and faces only: the standard models find the main subject too.',
  nothingSimilar: 'Similar photos by content cannot be found: the bundled models are missing. Run the set-up again.',
  simpleObjects: 'Objects are found by the bundled model alone: with the standard models fewer are missed.',
  simpleFaces: 'Faces are found by the bundled model: the standard model finds smaller ones too.',
  simpleSimilar: 'Similar photos are found by a simpler description of the photo: the standard model tells more apart.',
  notMeasured:
    '{name} is in use and not yet measured: whether it finds more or less than was found before is not known.',
  forbidden: 'Models cannot be written to {path}. Check its permissions and try again.',
  notOnnx: 'The model file is not an ONNX model. Install the models again.',
  notExpected: 'The model file is not the one that is expected. Install the models again.',
  cutOff: 'The model file is not whole. Install the models again.',
  notDerived: '{name} could not be made from {path}: the result is not the expected file.',
  onlyLarger: 'Only models of the larger set can be removed, and this is none of them.',
  noCatalog: 'The list of models cannot be read. Install the program again.',
  fileDamaged:
    'The file of {name} is {what, select, missing {missing} other {damaged}}. {set, select, bundled {Run the set-up again.} other {Install the models again.}}',
  notInstalled: '{name} was not installed: {sentence}',
  noAddress: 'It has no address; install it from a folder.',
  fileUnknown: 'No model that this program knows',
  noModelFile: 'Not a model file',
  notNeeded: 'Not needed: {name} is installed',
} as const
