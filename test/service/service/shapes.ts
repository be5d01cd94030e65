import { z } from 'zod'

/**
 * The records of the interface, written for these tests from its description alone and strict: an extra field or one of
 * another type fails. Fields that an implementation may add are allowed only with `verbose=1`.
 */
const percent = z.number().min(0).max(100)
const text = z.string().min(1)
const byLanguage = z.record(z.string(), text)
const isFalling = (items: readonly { confidence: number }[]) =>
  items.every(({ confidence }, n) => n === 0 || confidence <= items[n - 1]!.confidence)

const ok = (result: z.ZodType) =>
  z.strictObject({ result, status: z.strictObject({ type: z.literal('success'), text: z.literal('') }) })
export const v2Error = z.strictObject({
  result: z.strictObject({}).optional(),
  status: z.strictObject({ type: z.literal('error'), text }),
})
export const v1Error = z.strictObject({
  status: z.literal('error'),
  type: z.string().regex(/^[a-z]+(_[a-z]+)*$/),
  message: text,
})

const confidence = percent.gt(7)
const Tag = z.strictObject({ confidence, tag: byLanguage })
export const tags = ok(z.strictObject({ tags: z.array(Tag).refine(isFalling, 'not in falling order') }))
export const tagsWithFeedback = ok(z.strictObject({ tags: z.array(Tag), feedback_id: text }))
export const verboseTags = ok(
  z.looseObject({
    tags: z.array(z.looseObject({ confidence, tag: byLanguage, origin: text, synset_id: text.optional() })),
  }),
)

export const categories = ok(
  z.strictObject({
    categories: z
      .array(z.strictObject({ confidence: percent, name: byLanguage }))
      .refine(isFalling, 'not in falling order'),
  }),
)
const Categorizers = z.array(z.strictObject({ id: text, title: text, labels: z.array(text).min(1) })).min(1)
export const categorizers = ok(z.strictObject({ categorizers: Categorizers }))

const Cropping = z
  .strictObject({
    target_width: z.int().min(1),
    target_height: z.int().min(1),
    x1: z.int().min(0),
    y1: z.int().min(0),
    x2: z.int().min(1),
    y2: z.int().min(1),
  })
  .refine(({ x1, y1, x2, y2 }) => x2 > x1 && y2 > y1, 'empty')
export const croppings = ok(z.strictObject({ croppings: z.array(Cropping).min(1) }))

const hex = z.string().regex(/^#[0-9a-f]{6}$/i)
const channel = z.int().min(0).max(255)
const palette = {
  html_code: hex,
  closest_palette_color: text,
  closest_palette_color_html_code: hex,
  closest_palette_color_parent: text,
  closest_palette_distance: z.number().min(0),
  percent,
}
const Color = z.strictObject({ r: channel, g: channel, b: channel, ...palette })
export const colors = ok(
  z.strictObject({
    colors: z.strictObject({
      background_colors: z.array(Color).max(3),
      foreground_colors: z.array(Color).max(3),
      image_colors: z.array(Color).max(5),
      color_variance: z.int(),
      object_percentage: percent,
      color_percent_threshold: percent,
    }),
  }),
)

const side = z.int().min(0)
const Box = z
  .strictObject({ xmin: side, ymin: side, xmax: side, ymax: side, width: side, height: side })
  .refine(
    (box) => box.width === box.xmax - box.xmin && box.height === box.ymax - box.ymin,
    'width or height is not that of the box',
  )
export const faces = ok(
  z.strictObject({
    faces: z.array(
      z.strictObject({
        confidence: percent,
        coordinates: Box,
        face_id: z.string(),
        attributes: z.array(z.unknown()),
        landmarks: z.array(z.unknown()),
      }),
    ),
  }),
)

export const barcodes = ok(
  z.strictObject({
    barcodes: z.array(
      z
        .strictObject({ data: text, type: text, x1: side, y1: side, x2: side, y2: side })
        .refine(({ x1, y1, x2, y2 }) => x2 > x1 && y2 > y1, 'empty'),
    ),
  }),
)

export const readText = ok(
  z.strictObject({
    text: z.array(
      z.strictObject({
        data: text,
        confidence: percent,
        coordinates: z
          .strictObject({ xmin: side, ymin: side, xmax: side, ymax: side, width: side, height: side })
          .refine(({ xmin, ymin, xmax, ymax }) => xmax > xmin && ymax > ymin, 'empty'),
      }),
    ),
  }),
)

const isBestFirst = (items: readonly { score: number }[]) =>
  items.every(({ score }, n) => n === 0 || score <= items[n - 1]!.score)
export const similarity = ok(z.strictObject({ score: percent }))
export const recognised = ok(
  z.strictObject({
    people: z.array(z.strictObject({ id: text, score: percent })).refine(isBestFirst, 'not in falling order'),
  }),
)
export const people = ok(
  z.strictObject({
    index_id: text,
    kind: z.literal('people'),
    people: z.array(z.strictObject({ id: text, faces: z.int().min(1), trained_faces: z.int().min(0) })),
    is_trained: z.boolean(),
    created_at: text,
    trained_at: text.nullable(),
  }),
)

const isRising = (items: readonly { distance: number }[]) =>
  items.every(({ distance }, n) => n === 0 || distance >= items[n - 1]!.distance)
export const similar = ok(
  z.strictObject({
    count: z.int().min(0),
    images: z.array(z.strictObject({ id: text, distance: z.number().min(0) })).refine(isRising, 'not in rising order'),
  }),
)
export const exists = ok(z.boolean())
const metadata = {
  index_id: text,
  entries: z.int().min(0),
  trained_entries: z.int().min(0),
  pending: z.int().min(0),
  created_at: text,
  trained_at: text.nullable(),
}
export const metadataOf = {
  categories: ok(z.strictObject({ ...metadata, kind: z.literal('categories'), categorizer_id: text })),
  colors: ok(z.strictObject({ ...metadata, kind: z.literal('colors') })),
}
export const training = ok(z.strictObject({ ticket_id: text }))
export const ticket = ok(z.strictObject({ is_final: z.boolean(), ticket_result: z.record(z.string(), z.unknown()) }))

export const upload = ok(z.strictObject({ upload_id: z.string().regex(/^[A-Za-z0-9]{32}$/) }))
export const done = z.strictObject({
  result: z.strictObject({}).optional(),
  status: z.strictObject({ type: z.literal('success'), text: z.literal('') }),
})

const whole = z.int().min(0)
const dayText = z.string().regex(/^[1-9]\d? of (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec), \d{4}$/)
const perDay = z.record(z.string().regex(/^\d{9,}$/), whole)
export const usageV1 = z.strictObject({
  billable: z.strictObject({ daily: whole, monthly: whole }),
  billing_period: z.strictObject({ start: whole, end: whole }),
  last_request: z.string().regex(/^\d+\.\d+$/),
  limits: z.strictObject({ concurrency: whole, monthly: z.union([whole, z.literal('unlimited')]) }),
  total: z.strictObject({ daily: whole, monthly: whole }),
})
export const usage = ok(
  z.strictObject({
    billing_period_start: dayText,
    billing_period_end: dayText,
    daily_for: dayText,
    concurrency: z.strictObject({ max: whole, now: whole }),
    daily: perDay,
    daily_processed: whole,
    daily_requests: whole,
    weekly: perDay,
    weekly_processed: whole,
    weekly_requests: whole,
    monthly: perDay,
    monthly_limit: whole,
    monthly_processed: whole,
    monthly_requests: whole,
    total_processed: whole,
    total_requests: whole,
    last_usage: whole,
    rps_limit: whole,
  }),
)

const taught = {
  id: text,
  title: text,
  version: z.int(),
  model_id: text,
  classes: z.array(z.unknown()).min(1),
  created_at: text,
  updated_at: text,
}
export const lesson = ok(z.strictObject(taught))
export const taggers = ok(z.strictObject({ taggers: z.array(z.strictObject(taught)) }))

const unsuccessful = z.array(
  z
    .strictObject({
      image: text,
      message: text,
      info: text,
      target_width: z.int().optional(),
      target_height: z.int().optional(),
    })
    .refine(({ message, info }) => message === info, 'message and info differ'),
)
const v1 = (item: z.ZodType) => z.strictObject({ results: z.array(item), unsuccessful })
export const v1Tagging = v1(
  z.strictObject({
    tagging_id: z.null(),
    image: text,
    tags: z.array(z.strictObject({ confidence, tag: text })).refine(isFalling, 'not in falling order'),
  }),
)
export const v1TaggingInLanguages = v1(
  z.strictObject({ tagging_id: z.null(), image: text, tags: z.array(z.strictObject({ confidence, tag: byLanguage })) }),
)
export const v1VerboseTagging = v1(
  z.looseObject({
    tagging_id: z.null(),
    image: text,
    tags: z.array(z.looseObject({ confidence, tag: text, origin: text })),
  }),
)
export const v1Croppings = v1(z.strictObject({ image: text, croppings: z.array(Cropping).min(1) }))
const digits = z.string().regex(/^(25[0-5]|2[0-4]\d|1?\d?\d)$/)
const V1Color = z.strictObject({ r: digits, g: digits, b: digits, ...palette })
const Separated = V1Color.extend({ percentage: percent })
const decimalText = z.string().regex(/^\d+(\.\d+)?$/)
export const v1Colors = v1(
  z.strictObject({
    image: text,
    info: z.strictObject({
      background_colors: z.array(Separated).max(3),
      foreground_colors: z.array(Separated).max(3),
      image_colors: z.array(V1Color),
      color_variance: decimalText,
      object_percentage: decimalText,
      color_percent_threshold: percent,
    }),
  }),
)
export const v1Categorizations = v1(
  z.strictObject({ image: text, categories: z.array(z.strictObject({ confidence: percent, name: text })) }),
)
export const v1CategorizationsInLanguages = v1(
  z.strictObject({ image: text, categories: z.array(z.strictObject({ confidence: percent, name: byLanguage })) }),
)
export const v1Categorizers = Categorizers
export const v1Content = z.strictObject({
  status: z.literal('success'),
  uploaded: z.array(z.strictObject({ id: z.string().regex(/^[A-Za-z0-9]{32}$/), filename: z.string() })).min(1),
})
export const v1Done = z.strictObject({ status: z.literal('success') })

const Batch = z.strictObject({
  batch_id: text,
  state: z.enum(['running', 'waiting', 'done', 'cancelled']),
  total: z.int().min(1),
  done: z.int().min(0),
  failed: z.int().min(0),
  text: z.string(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})
export const batch = ok(Batch)
export const batches = ok(z.strictObject({ batches: z.array(Batch) }))
export const batchResults = ok(
  z.strictObject({
    results: z.array(
      z.strictObject({
        number: z.int().min(0),
        image_url: text.optional(),
        image_upload_id: text.optional(),
        results: z.record(z.string(), z.unknown()),
        errors: z.record(z.string(), z.strictObject({ code: text, message: text })),
      }),
    ),
    next_offset: z.int().min(0).nullable(),
  }),
)
