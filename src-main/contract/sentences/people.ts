/** What changes of people and their faces did. */
export const people = {
  facesNamed: 'Named faces of {photos}',
  named: 'Named {faces} “{name}”',
  refused: 'Marked {faces} as not “{name}”',
  ignored: 'Left {faces} alone',
  heeded: 'No longer left {faces} alone',
  released: 'Took {faces} out of “{name}”',
  merged: 'Merged “{from}” into “{to}”: {faces}',
  renamed: 'Renamed the person “{from}” to “{to}”',
  removed: 'Removed the person “{name}”: {faces}',
  copied: 'Took over the names of {faces} on {photos}',
  said:
    '“{name}” {suggested, select, never {is never suggested} other {may be suggested}} and ' +
    '{shown, select, private {is private} other {is not private}}',
} as const
