import { z } from 'zod'
import { Cropping, Size } from '../analysis/cropping.ts'
import { call, nothing } from './call.ts'
import { CropPin, PlannedCrop } from './crop-pins.ts'
import {
  CollisionAnswer,
  ExportedFile,
  ExportFileState,
  ExportJob,
  ExportOrder,
  ExportPlan,
  ExportReport,
} from './export-job.ts'
import { ExportPreset, ExportPresetId, MAX_PRESET_FILE } from './export-preset.ts'
import { ChangeResult } from './history.ts'
import { JobId, PhotoId, PhotoIds } from './ids.ts'
import { PublishFolder, PublishFolderId, PublishOrder } from './publishing.ts'
import { MAX_WATERMARK_BYTES, WatermarkPicture, WatermarkPictureId } from './watermark.ts'
import { Text } from '../sentences/text.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/** Calls about crops, exports, presets and publishing. */
export const exportCalls = {
  crops: {
    /**
     * The suggested crop for each size; without sizes, the best crop at its own ratio. Takes milliseconds once a photo
     * is analysed.
     */
    suggest: call(z.object({ photoId: PhotoId, sizes: z.array(Size).max(20) }), z.array(Cropping)),
    /** The crops that an export would take, photo by photo and size by size; unknown photos are left out. */
    plan: call(z.object({ ids: PhotoIds.max(1000), sizes: z.array(Size).min(1).max(20) }), z.array(PlannedCrop)),
    /** Like every change by a person, this can be undone. */
    pin: call(CropPin, ChangeResult),
  },
  /**
   * Exports as jobs that survive a restart: any number of photos, one job after the other. Changes of a job are
   * announced as `exports.changed`, at most ten times a second.
   */
  exports: {
    /** What an export would do, for a preview. Throws `bad-params` naming an unknown field of a pattern. */
    plan: call(ExportOrder.omit({ targetId: true, title: true }), ExportPlan),
    /** Throws `bad-params`, `target-not-found`, `not-a-folder` or `target-not-writable`. */
    start: call(ExportOrder, ExportJob),
    /** The newest first. */
    list: call(z.object({ limit: z.int().min(1).max(1000).default(100) }), z.array(ExportJob)),
    /** Throws `job-not-found`, as the calls below do. */
    get: call(z.object({ jobId: JobId }), ExportJob),
    /** A page of its files in their order. Files of photos that are hidden now are left out. */
    files: call(
      z.object({
        jobId: JobId,
        states: z.array(ExportFileState).min(1).optional(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
      z.object({ total: z.int(), files: z.array(ExportedFile) }),
    ),
    report: call(z.object({ jobId: JobId }), ExportReport),
    /** Answers for names that already exist; the job continues with them. */
    answer: call(CollisionAnswer, ExportJob),
    /** Stops before the next file; written files stay, and the job can be resumed. */
    cancel: call(z.object({ jobId: JobId }), ExportJob),
    /**
     * Continues with the files that are not written yet, including those that failed. Throws `bad-params` if all are
     * written.
     */
    resume: call(z.object({ jobId: JobId }), ExportJob),
    /**
     * Removes the files that a job wrote. Files that were changed since stay, and the sentence says so. The same as
     * undoing the job's entries of the history.
     */
    undo: call(z.object({ jobId: JobId }), ChangeResult),
    /** Removes a finished job from the list; its files stay. */
    forget: call(z.object({ jobId: JobId }), nothing),
    /** Keeps a picture for watermarks. Throws `file-unreadable` if it is not a picture. */
    addWatermark: call(
      z.object({
        name: z.string().max(500),
        bytes: z
          .instanceof(Blob)
          .refine(
            ({ size }) => size <= MAX_WATERMARK_BYTES,
            issueWith(say('inputs.pictureSize', { size: MAX_WATERMARK_BYTES / 2 ** 20 })),
          ),
      }),
      WatermarkPicture,
    ),
    watermarks: call(nothing, z.array(WatermarkPicture)),
    /** Throws `bad-params` if a preset or a publish folder uses it. */
    removeWatermark: call(z.object({ id: WatermarkPictureId }), nothing),
  },
  /**
   * Named settings of exports. Each change is one entry of the history, and is announced as `export-presets.changed`.
   */
  exportPresets: {
    /** By name. */
    list: call(nothing, z.array(ExportPreset)),
    /** Throws `bad-params` if another preset has this name. */
    save: call(ExportPreset.extend({ id: ExportPresetId.optional() }), ChangeResult.extend({ preset: ExportPreset })),
    remove: call(z.object({ id: ExportPresetId }), ChangeResult),
    /** A preset as the text of a file that other libraries can read. */
    write: call(z.object({ id: ExportPresetId }), z.object({ fileName: z.string(), text: z.string() })),
    /**
     * Imports a preset's file, under its name or that name with a number. Throws `bad-params` naming what is wrong with
     * it.
     */
    read: call(
      z.object({ text: z.string().min(1).max(MAX_PRESET_FILE) }),
      ChangeResult.extend({ preset: ExportPreset }),
    ),
  },
  /** Folders of exports that are kept up to date with photos. Changes are announced as `publishing.changed`. */
  publishing: {
    list: call(nothing, z.array(PublishFolder)),
    /** Throws `bad-params` if another publish folder uses this target. */
    add: call(PublishOrder, PublishFolder),
    /** Fields that are not given keep their values. */
    change: call(
      z.object({
        id: PublishFolderId,
        name: PublishOrder.shape.name.optional(),
        source: PublishOrder.shape.source.optional(),
        settings: PublishOrder.shape.settings.optional(),
        isOn: z.boolean().optional(),
      }),
      PublishFolder,
    ),
    /** Brings the folder up to date now. */
    run: call(z.object({ id: PublishFolderId }), PublishFolder),
    /** Its files stay, or unchanged ones are deleted. */
    remove: call(
      z.object({ id: PublishFolderId, withFiles: z.boolean().default(false) }),
      z.object({ sentence: Text }),
    ),
  },
}
