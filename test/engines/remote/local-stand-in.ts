import {
  stepNames,
  type AnalysisRequest,
  type Findings,
  type StepName,
} from '../../../src-main/analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../../src-main/engines/analysis-engine.ts'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'

const color = {
  r: 1,
  g: 2,
  b: 3,
  html_code: '#010203',
  closest_palette_color: 'black',
  closest_palette_color_html_code: '#000000',
  closest_palette_color_parent: 'black',
  closest_palette_distance: 1,
  percent: 100,
}

/** Each step's findings here; every part shows that it is this machine's. */
const found: { [S in StepName]?: Partial<Findings> } = {
  preview: { thumbnail: new Uint8Array([1]) },
  faces: { faces: [] },
  tags: { tags: [{ concept: 'dog', name: 'dog', confidence: 70, origin: 'objects' }] },
  categories: {
    categories: [
      { categorizer: 'personal_photos', name: 'pets', confidence: 60 },
      { categorizer: 'nsfw_beta', name: 'safe', confidence: 99 },
    ],
    nsfw: { nsfw: 0, underwear: 1, safe: 99 },
  },
  croppings: {
    saliencyFeatures: {
      width: 1200,
      height: 900,
      map: { columns: 1, rows: 1, values: new Uint8Array([1]) },
      subjects: [],
    },
  },
  colors: {
    colors: {
      image_colors: [color],
      foreground_colors: [],
      background_colors: [],
      color_variance: 1,
      object_percentage: 2,
      color_percent_threshold: 3,
    },
    colorVector: new Float32Array([1, 0]),
  },
  embedding: { embedding: { modelId: 'stand-in', vector: new Float32Array([1]) } },
}

/** The local engine with real decoding, hashes and upload pictures, and made-up findings. */
export function createStandIn(): AnalysisEngine & { asked: AnalysisRequest[] } {
  const asked: AnalysisRequest[] = []
  return {
    asked,
    concurrency: 4,
    steps: () => stepNames.map((name) => ({ name, fingerprint: '1' })),
    info: () => ({ name: 'stand-in', tasks: [], isComplete: true }),
    async analyse(request) {
      asked.push(request)
      const photo = await decodePhoto(request.path, { uploadSide: request.uploadSide })
      const { width, height, format, upload } = photo
      const findings: Findings = { width, height, format, ...(upload ? { upload } : {}) }
      if (request.steps.includes('hash')) Object.assign(findings, await photo.hashes())
      for (const step of request.steps) Object.assign(findings, found[step])
      return { ok: true, findings, warnings: [] }
    },
    render: () => Promise.reject(new Error('Nothing is rendered here.')),
    cut: () => Promise.reject(new Error('Nothing is cut here.')),
    reload: async () => {},
    close: async () => {},
  }
}
