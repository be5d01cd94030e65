import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findFolderCircles } from './folder-circles.ts'
import { readSources } from './read-sources.ts'

const projectDir = resolve(import.meta.dirname, '../..')

test.each(['src-main', 'src-renderer'])('folders of %s form no circle', (folder) => {
  expect(findFolderCircles(readSources(projectDir, [folder]))).toEqual([])
})

test('a circle is found with the imports behind it, including those of types and of parents', () => {
  const sources = [
    { path: 'src-main/a/one.ts', text: "import type { B } from './deep/two.ts'" },
    { path: 'src-main/a/deep/two.ts', text: "import { c } from '../../c/three.ts'" },
    { path: 'src-main/c/three.ts', text: "export { a } from '../a/one.ts'" },
    { path: 'src-main/d/four.ts', text: "import { a } from '../a/one.ts'" },
  ]
  expect(findFolderCircles(sources)).toEqual([
    {
      folders: ['src-main/a', 'src-main/a/deep', 'src-main/c'],
      imports: [
        'src-main/a/one.ts -> src-main/a/deep/two.ts',
        'src-main/a/deep/two.ts -> src-main/c/three.ts',
        'src-main/c/three.ts -> src-main/a/one.ts',
      ],
    },
  ])
})
