import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { DesktopTexts } from '../../contract/shell/desktop-texts.ts'
import type { MenuBar, MenuCommand, MenuName, MenuSection } from '../../contract/shell/menu-bar.ts'

type Item = MenuItemConstructorOptions
const line: Item = { type: 'separator' }
const isMac = process.platform === 'darwin'

type MenuParts = {
  texts: DesktopTexts
  /** What the window adds; null until it has said so. */
  bar: MenuBar | null
  addFolder(): void
  /** Has the window do a command; `isByKey` if it was chosen by its key. */
  run(action: string, isByKey: boolean): void
}

/** Sets the menu bar: the window's commands between the entries that every program has. */
export function setMenu({ texts, bar, addFolder, run }: MenuParts): void {
  const add: Item = { label: texts.addFolder, accelerator: 'CmdOrCtrl+O', click: addFolder }
  const end: Item = isMac ? { role: 'close', label: texts.closeWindow } : { role: 'quit', label: texts.quit }
  const commands = (name: MenuName): Item[][] => (bar?.menus[name] ?? []).map((section) => sectionItems(section, run))
  const settings: Item[] = bar ? [commandItem(bar.settings, run)] : []
  const [undoing = [], ...editing] = commands('edit')
  const template: Item[] = [
    ...(isMac ? [{ role: 'appMenu' as const, submenu: withLines(appSections(texts, settings)) }] : []),
    { label: texts.menuFile, submenu: withLines([[add], ...commands('file'), [end]]) },
    {
      label: texts.menuEdit,
      submenu: withLines([undoing, clipboardItems(texts), ...editing, ...(isMac ? [] : [settings])]),
    },
    { label: texts.menuPhoto, submenu: withLines(commands('photo')) },
    { label: texts.menuView, submenu: withLines([...commands('view'), ...viewSections(texts)]) },
    { label: texts.menuLibrary, submenu: withLines(commands('library')) },
    { label: texts.menuWindow, role: 'windowMenu', submenu: withLines([windowItems(texts), ...commands('window')]) },
    { label: texts.menuHelp, role: 'help', submenu: withLines([...commands('help'), isMac ? [] : [about(texts)]]) },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Sections with lines between them; submenus in a row have none between one another. */
function withLines(sections: readonly Item[][]): Item[] {
  const isSubmenu = (section: Item[] | undefined) => section?.length === 1 && Array.isArray(section[0]?.submenu)
  const filled = sections.filter(({ length }) => length > 0)
  return filled.flatMap((section, at) =>
    at === 0 || (isSubmenu(section) && isSubmenu(filled[at - 1])) ? section : [line, ...section],
  )
}

function sectionItems({ title, commands }: MenuSection, run: MenuParts['run']): Item[] {
  const items = commands.map((command) => commandItem(command, run))
  return title === null ? items : [{ label: plain(title), submenu: items }]
}

/**
 * The page handles its keys itself, because it alone knows whether a key is typed in a field. Windows and Linux
 * therefore only show them. On a Mac every shown key is the menu bar's once the page has left it, so that those without
 * the command key, which are letters in a field, are not shown.
 */
function commandItem({ action, label, key, isEnabled }: MenuCommand, run: MenuParts['run']): Item {
  const accelerator = isMac && !key.startsWith('Ctrl+') ? undefined : acceleratorOf(key)
  return {
    label: plain(label),
    enabled: isEnabled,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: (_item, _window, event) => run(action, event.triggeredByAccelerator === true),
  }
}

/** `&` would precede the letter that opens an entry. */
const plain = (label: string): string => label.replaceAll('&', '&&')

const keyPattern = /^(?<modifiers>(?:(?:Ctrl|Alt|Shift)\+)*)(?<key>[!-~]|F(?:[1-9]|1\d|2[0-4])|[A-Z][A-Za-z]+)$/
const namedKeys: Readonly<Record<string, string>> = {
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  '+': 'Plus',
  ...Object.fromEntries(
    ['Space', 'Enter', 'Escape', 'Delete', 'Backspace', 'Home', 'End', 'Tab'].map((key) => [key, key]),
  ),
}

/** A key of the window's table as Electron writes it; undefined if Electron has no such key, which it would throw at. */
function acceleratorOf(written: string): string | undefined {
  const { modifiers = '', key = '' } = keyPattern.exec(written)?.groups ?? {}
  const named = namedKeys[key] ?? (/^(?:.|F\d+)$/.test(key) ? key : undefined)
  return named === undefined ? undefined : `${modifiers.replace('Ctrl', 'CmdOrCtrl')}${named}`
}

const about = (texts: DesktopTexts): Item => ({ role: 'about', label: texts.about })

const appSections = (texts: DesktopTexts, settings: Item[]): Item[][] => [
  [about(texts)],
  settings,
  [{ role: 'services', label: texts.services }],
  [
    { role: 'hide', label: texts.hide },
    { role: 'hideOthers', label: texts.hideOthers },
    { role: 'unhide', label: texts.showAll },
  ],
  [{ role: 'quit', label: texts.quit }],
]

const clipboardItems = (texts: DesktopTexts): Item[] => [
  { role: 'cut', label: texts.cut },
  { role: 'copy', label: texts.copy },
  { role: 'paste', label: texts.paste },
  { role: 'delete', label: texts.delete },
]

/** For the whole window, beside the commands for photos; what helps to develop is not in the packed program. */
const viewSections = (texts: DesktopTexts): Item[][] => [
  [
    { role: 'resetZoom', label: texts.actualSize },
    { role: 'zoomIn', label: texts.zoomIn },
    { role: 'zoomOut', label: texts.zoomOut },
    { role: 'togglefullscreen', label: texts.fullScreen },
  ],
  app.isPackaged
    ? []
    : [
        { role: 'reload', label: texts.reload },
        { role: 'toggleDevTools', label: texts.developerTools },
      ],
]

const windowItems = (texts: DesktopTexts): Item[] => [
  { role: 'minimize', label: texts.minimize },
  ...(isMac ? [{ role: 'zoom' as const, label: texts.zoomWindow }] : []),
  { role: 'close', label: texts.closeWindow },
]
