/** Why a file is not as it was recorded. */
export const verifying = {
  notHashed: 'The file could not be hashed.',
  edited: 'The picture is another one, and the file was written since: look through its folder again to take it up.',
  damaged:
    'The picture changed while size and time of the file did not: its disk may be failing. Replace it from a backup.',
  damagedBeside: 'Bytes beside the picture changed while size and time of the file did not: its disk may be failing.',
} as const
