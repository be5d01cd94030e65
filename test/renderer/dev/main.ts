import { foreign, say } from '../../../src-main/contract/sentences/say.ts'
import { createLumafold } from '../../../src-renderer/app/create-lumafold.ts'
import '../../../src-renderer/styles/index.css'
import { createFakeLibrary } from '../fake-library.ts'
import { fakeRemote, type FakeRemote } from '../fake-remote.ts'
import { fakePhoto } from '../fake-photos.ts'
import { questionPhoto } from '../fake-questions.ts'

const DAMAGED =
  'The catalogue is damaged: the table “photos” cannot be read. Nothing is written to it. Restore a backup; edits made since are done again.'

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
      ? { nsfw: 'nsfw' as const, isSensitive: true }
      : index % 31 === 9
        ? {
            status: 'failed' as const,
            thumbVersion: 0,
            placeholder: '',
            reason: foreign('The file ends in the middle of the picture.'),
          }
        : index % 19 === 3
          ? { status: 'pending' as const }
          : options.has('lost') && index % 5 !== 2
            ? { status: 'offline' as const }
            : {}
  return fakePhoto(index + 1, {
    ...known,
    rating: index % 6 === 0 ? 1 + (index % 5) : 0,
    faces: index % 4 === 0 ? 1 + (index % 3) : 0,
    ...odd,
  })
})
/** `?remote=refused` shows the window on a service in that condition, `?remote=ready` on a working one. */
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
/** `?lost` shows missing, offline, removed, damaged and ambiguous photos. */
const lost = options.has('lost')
const keptMs = 30 * 86_400_000
const backup = {
  id: 'b1',
  at: '2026-03-01T09:30:00.000Z',
  reason: 'daily' as const,
  note: null,
  photos: 20_412,
  bytes: 48e6,
}
const lostState = {
  health: { condition: 'damaged' as const, message: foreign(DAMAGED), backup, warning: null, recovered: 12 },
  backups: {
    folder: '/home/ann/.local/share/lumafold/library/backups',
    backups: [
      backup,
      {
        ...backup,
        id: 'b0',
        at: '2026-02-28T08:00:00.000Z',
        reason: 'before' as const,
        note: foreign('a tag for 50,000 photos'),
      },
    ],
    restoring: null,
  },
  removed: [
    {
      changeId: 9,
      path: '/media/ann/Old drive/2019',
      photoCount: 1204,
      removedMs: Date.now(),
      isInTrash: false,
      leavesMs: Date.now() + keptMs,
    },
    {
      changeId: 8,
      path: null,
      isInTrash: false,
      photoCount: 36,
      removedMs: Date.now(),
      leavesMs: Date.now() + keptMs / 10,
    },
  ],
  writing: {
    state: { mode: 'sidecars' as const, pending: 5, problem: null, isOffered: false },
    conflicts: [
      {
        photoId: 2,
        name: 'quay.jpg',
        target: 'sidecar' as const,
        field: 'rating' as const,
        ours: 4,
        theirs: 2,
        foundMs: 1,
      },
      {
        photoId: 2,
        name: 'quay.jpg',
        target: 'sidecar' as const,
        field: 'keywords' as const,
        ours: ['harbour', 'night', 'Places/Portugal/Lisbon'],
        theirs: ['harbour', 'boats'],
        foundMs: 1,
      },
    ],
    failures: [
      {
        photoId: 3,
        name: 'photo-0003.jpg',
        reason: foreign(
          'photo-0003.jpg may not be written in /photos. Allow writing there, or have metadata written nowhere.',
        ),
      },
    ],
  },
  questions: [
    {
      photo: { ...questionPhoto({ ...photos[0]!, rating: 4 }), tags: ['grandma', 'birthday'] },
      candidates: photos.slice(1, 3).map(questionPhoto),
      reason: 'equal-copies' as const,
      askedMs: 1,
    },
  ],
}
/** `?failing=library.albums.list,library.removed.list` lets calls fail, as after a fault of the program. */
const failing = (options.get('failing') ?? '').split(',').map((call) => [call, new Error(call)] as const)
const library = createFakeLibrary({
  ...(lost ? lostState : {}),
  failing: new Map(failing),
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
          isAvailable: !lost,
          problem: lost ? say('folders.absent', { path: '/home/ann/pictures' }) : null,
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
            problem: null,
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
        note: foreign('Without the classifier, photos get tags for 80 kinds of objects instead of a thousand.'),
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
      isMeasured: true,
      state: 'installed',
      received: 0,
      problem: null,
    },
    {
      id: 'b',
      title: 'MobileNetV2',
      tasks: ['classifier', 'embedding'],
      set: 'standard',
      bytes: 13_964_571,
      licence: 'Apache-2.0',
      isMeasured: true,
      state: 'missing',
      received: 0,
      problem: null,
    },
  ],
})
createLumafold(library.connection).app.mount('#app')
