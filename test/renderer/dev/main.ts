import { createLumafold } from '../../../src-renderer/app/create-lumafold.ts'
import '../../../src-renderer/styles/index.css'
import { createFakeLibrary } from '../fake-library.ts'
import { fakeRemote, type FakeRemote } from '../fake-remote.ts'
import { fakePhoto } from '../fake-photos.ts'

type DevPhoto = { name: string; width: number; height: number; placeholder: string }
const real = (await (await fetch('/dev-photos.json')).json()) as DevPhoto[]
const options = new URLSearchParams(location.search)
const count = Number(options.get('count') ?? (real.length || 60))

const photos = Array.from({ length: count }, (_, index) => {
  const source = real[index % Math.max(1, real.length)]
  const known = source
    ? { name: source.name, width: source.width, height: source.height, placeholder: source.placeholder }
    : {}
  const odd =
    index % 23 === 7
      ? { nsfw: 'nsfw' as const }
      : index % 31 === 9
        ? {
            status: 'failed' as const,
            thumbVersion: 0,
            placeholder: '',
            reason: 'The file ends in the middle of the picture.',
          }
        : index % 19 === 3
          ? { status: 'pending' as const }
          : {}
  return fakePhoto(index + 1, {
    ...known,
    rating: index % 6 === 0 ? 1 + (index % 5) : 0,
    faces: index % 4 === 0 ? 1 + (index % 3) : 0,
    ...odd,
  })
})
/** `?remote=refused` shows the window on a service in that condition, `?remote=ready` on one that works. */
const remote = (): FakeRemote => {
  const condition = options.get('remote') as FakeRemote['state']['condition'] | null
  const usual = fakeRemote()
  if (condition === null) return usual
  return {
    ...usual,
    choice: {
      ...usual.choice,
      engine: 'remote',
      address: 'https://photos.example.com',
      monthlyBudget: 2000,
      languages: ['en', 'de', 'fr'],
    },
    state: {
      ...usual.state,
      condition,
      version: 'v2',
      concurrency: 2,
      spent: 1240,
      hasCredentials: condition !== 'no-credentials',
      keptIn: 'file',
    },
    keeping: { ...usual.keeping, shortKey: 'acc_…' },
  }
}
const library = createFakeLibrary({
  remote: remote(),
  photos: options.has('empty') ? [] : photos,
  folders: options.has('empty')
    ? []
    : [
        {
          id: 1,
          parentId: null,
          name: 'Pictures',
          path: '/home/ann/pictures',
          photoCount: count,
          isAvailable: true,
          problem: '',
          watching: 'auto' as const,
        },
        ...['2026 Lisbon', '2025 Winter in the mountains with a very long folder name', 'Family', 'Studio'].map(
          (name, index) => ({
            id: index + 2,
            parentId: 1,
            name,
            path: `/home/ann/pictures/${name}`,
            photoCount: 20 + index,
            isAvailable: index !== 3,
            problem: '',
            watching: 'auto' as const,
          }),
        ),
      ],
  status: {
    state: 'analysing',
    scanned: count,
    total: count,
    analysed: Math.round(count * 0.6),
    failed: 4,
    pending: Math.round(count * 0.4),
    perSecond: 18.4,
    secondsLeft: 192,
  },
  engine: {
    name: 'local',
    isComplete: false,
    tasks: [
      {
        task: 'classifier',
        modelId: null,
        note: 'Without the classifier, photos get tags for 80 kinds of objects instead of a thousand.',
      },
    ],
  },
  models: [
    {
      id: 'a',
      title: 'CenterNet',
      tasks: ['objects'],
      set: 'bundled',
      bytes: 4_030_290,
      licence: 'MIT',
      state: 'installed',
      received: 0,
      problem: '',
    },
    {
      id: 'b',
      title: 'MobileNetV2',
      tasks: ['classifier', 'embedding'],
      set: 'standard',
      bytes: 13_964_571,
      licence: 'Apache-2.0',
      state: 'missing',
      received: 0,
      problem: '',
    },
  ],
})
createLumafold(library.connection).app.mount('#app')
