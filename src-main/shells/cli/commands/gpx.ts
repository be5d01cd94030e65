import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'

type GpxOptions = CommonOptions & {
  photos: string[]
  zone?: string
  ahead: number
  maxGap: number
  overwrite?: true
  dryRun?: true
}

/** `lumafold gpx FILE... --photos PATH...` */
export function gpxCommand(program: Command): void {
  program
    .command('gpx')
    .description('place photos where a receiver was when they were taken; no file is changed by it')
    .argument('<file...>', 'tracks in GPX')
    .requiredOption('--photos <path...>', 'files of the photos')
    .option('--zone <zone>', 'time zone of the camera’s clock, such as Europe/Vienna (default: what each photo says)')
    .option('--ahead <seconds>', 'how far the camera’s clock was ahead; behind with a minus', Number, 0)
    .option('--max-gap <seconds>', 'how far points may lie apart for a photo to be placed between them', Number, 300)
    .option('--overwrite', 'photos that have a position get another one')
    .option('--dry-run', 'only tell how many photos are on the track')
    .action(async (files: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<GpxOptions>()
      await withLibrary({ options, owner: 'lumafold gpx' }, async (library) => {
        const { editing, metadata } = library.calls
        const ids = await findPhotos(library, options.photos)
        const tracks: string[] = []
        for (const file of files)
          tracks.push((await editing.addTrack({ name: basename(file), bytes: new Blob([await readFile(file)]) })).id)
        const zone = options.zone ?? null
        const placing = {
          tracks,
          zone,
          clockAheadS: options.ahead,
          maxGapS: options.maxGap,
          overwrites: options.overwrite,
        }
        const { matched, outside, undated, kept } = await editing.previewTrack({ ids, options: placing, shown: 0 })
        print(
          `On the track: ${matched}. Elsewhere: ${outside}. Without a date${zone === null ? ' or an offset from UTC' : ''}: ${undated}. With a position already: ${kept}.`,
        )
        if (options.dryRun || matched === 0) return
        const { sentence } = await editing.applyTrack({ ids, options: placing })
        await metadata.write()
        print(sentence)
      })
    })
}
