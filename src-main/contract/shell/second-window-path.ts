/** Path of the page of the second window: the only page that the main window may open. */
export const SECOND_WINDOW_PATH = '/second'
