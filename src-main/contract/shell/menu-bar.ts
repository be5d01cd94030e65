import { z } from 'zod'

const Label = z.string().min(1).max(300)

/** A command of the window in the menu bar. */
export const MenuCommand = z.object({
  /** The window's own name of it, which comes back when it is chosen. */
  action: z.string().min(1).max(60),
  label: Label,
  /** Its key as the window's table writes it, such as `Ctrl+Shift+Z`; empty if it has none. */
  key: z.string().max(40),
  /** False if it does nothing in the view that is open. */
  isEnabled: z.boolean(),
})
export type MenuCommand = z.infer<typeof MenuCommand>

/** Commands that belong together: a submenu if they have a title, otherwise between two lines. */
export const MenuSection = z.object({ title: Label.nullable(), commands: z.array(MenuCommand).max(100) })
export type MenuSection = z.infer<typeof MenuSection>

/** The menus in display order. */
export const menuNames = ['file', 'edit', 'photo', 'view', 'library', 'window', 'help'] as const
export type MenuName = (typeof menuNames)[number]

const Sections = z.array(MenuSection).max(20)

/**
 * What the window adds to the menu bar of the desktop program, whose other entries are the system's own. `settings` is
 * apart, because its menu depends on the system.
 */
export const MenuBar = z.object({
  menus: z.object({
    file: Sections,
    edit: Sections,
    photo: Sections,
    view: Sections,
    library: Sections,
    window: Sections,
    help: Sections,
  } satisfies Record<MenuName, typeof Sections>),
  settings: MenuCommand,
})
export type MenuBar = z.infer<typeof MenuBar>
