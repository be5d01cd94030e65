import type { ModelTask } from '../../../contract/library/models.ts'
import type { DecodedPhoto } from '../../photo/photo.ts'

/** A box in upright pixels of the original, not rounded. */
export type Box = { x1: number; y1: number; x2: number; y2: number }

export type ObjectDetector = {
  modelId: string
  /**
   * Objects by COCO name with a score of 0 to 1, best first, after non-maximum suppression; scores down to about 0.1.
   */
  detect(photo: DecodedPhoto): Promise<{ label: string; score: number; box: Box }[]>
  /**
   * Every candidate before non-maximum suppression, if the detector offers them: many weak ones together are evidence,
   * too.
   */
  candidates?(photo: DecodedPhoto): Promise<{ label: string; score: number }[]>
  /** Classes whose scores a closer look lowered, with the best score before and after. */
  doubts?(photo: DecodedPhoto): Promise<ReadonlyMap<string, { from: number; to: number }>>
}
export type Classifier = {
  modelId: string
  /** Synset ids and labels of the output, by index. */
  labels: readonly { synset: string; name: string }[]
  /** Probabilities that sum to 1. */
  classify(photo: DecodedPhoto): Promise<Float32Array>
}
export type DetectedFace = { score: number; box: Box; landmarks: { type: string; x: number; y: number }[] }
/** Where faces may be that are not among these; boxes in upright pixels of the original. */
export type FindPlaces = (faces: readonly DetectedFace[]) => readonly Box[]
export type FaceDetector = {
  modelId: string
  /** A detector that sees small faces only from close looks closer at the places where some may be. */
  detect(photo: DecodedPhoto, placesWithout?: FindPlaces): Promise<DetectedFace[]>
}
export type FaceDescription = { vector: Float32Array; age: number; gender: 'female' | 'male'; genderScore: number }
export type FaceIdentity = {
  modelId: string
  describe(photo: DecodedPhoto, face: DetectedFace): Promise<FaceDescription>
}
/** A point in upright pixels of the original. */
export type Point = { x: number; y: number }
/** 468 points of MediaPipe's mesh as x, y and depth in upright pixels; `presence` is the chance that it is a face. */
export type MeshedFace = { presence: number; points: Float32Array }
export type FaceMesh = { modelId: string; locate(photo: DecodedPhoto, face: DetectedFace): Promise<MeshedFace> }
/** An eye between its corners; `side` is the person's own. */
export type EyeCorners = { side: 'left' | 'right'; outer: Point; inner: Point }
/**
 * Where the lids meet the eye, from the outer corner to the inner one: both corners and seven points between them each;
 * the middle of the iris, and its radius in pixels.
 */
export type EyeShape = { lower: Point[]; upper: Point[]; iris: Point; radius: number }
export type IrisModel = { modelId: string; trace(photo: DecodedPhoto, eye: EyeCorners): Promise<EyeShape> }
export type NsfwScores = { drawing: number; hentai: number; neutral: number; porn: number; sexy: number }
export type NsfwClassifier = { modelId: string; classify(photo: DecodedPhoto): Promise<NsfwScores> }
/** Values 0 to 1, row-major, covering the whole photo. */
export type SaliencyMap = { columns: number; rows: number; values: Float32Array }
export type SaliencyModel = { modelId: string; map(photo: DecodedPhoto): Promise<SaliencyMap> }
/** A map of people, 0 to 1 over the whole photo. */
export type PeopleModel = { modelId: string; map(photo: DecodedPhoto): Promise<SaliencyMap> }
export type Embedder = {
  modelId: string
  dimensions: number
  /** L2-normalised. */ embed(photo: DecodedPhoto): Promise<Float32Array>
}
/** Comparable vectors of pictures and of texts, L2-normalised. */
export type TextImagePair = {
  modelId: string
  describePhoto(photo: DecodedPhoto): Promise<Float32Array>
  describeText(text: string): Promise<Float32Array>
}

/** Brightness of a picture from 0 to 255, row-major. */
export type GreyPicture = { width: number; height: number; levels: Uint8Array }
export type TextDetector = {
  modelId: string
  /** Pixels that both sides of a picture must be multiples of. */
  block: number
  /** The chance of each pixel to lie in the kernel of a line; `decodeBoxes` finds the lines. */
  map(picture: GreyPicture): Promise<SaliencyMap>
}
/** The chance, 0 to 1, that a line (see `LINE_HEIGHT`) is upside down. */
export type TextDirection = { modelId: string; chanceOfTurned(line: GreyPicture): Promise<number> }
export type ReadText = { text: string; /** Mean chance of its characters, 0 to 1. */ confidence: number }
export type TextReader = { modelId: string; read(line: GreyPicture): Promise<ReadText> }

/** The adapter for each task. */
export type TaskAdapters = {
  objects: ObjectDetector
  classifier: Classifier
  faces: FaceDetector
  'face-identity': FaceIdentity
  'face-mesh': FaceMesh
  iris: IrisModel
  nsfw: NsfwClassifier
  saliency: SaliencyModel
  people: PeopleModel
  embedding: Embedder
  'text-image': TextImagePair
  'text-detection': TextDetector
  'text-direction': TextDirection
  'text-recognition': TextReader
}

/** The models installed on this machine, opened on first use. */
export type Models = {
  /**
   * The adapter for a task: of the best installed model, or of the one with this id. Null if no installed model serves
   * the task, or not the requested one. Rejects if a model file is damaged.
   */
  get<T extends ModelTask>(task: T, modelId?: string): Promise<TaskAdapters[T] | null>
  /** Id of the model that would serve a task, without opening it; null if there is none. */
  idFor(task: ModelTask): string | null
  close(): Promise<void>
}
