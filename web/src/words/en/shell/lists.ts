import type { es } from '../../es/shell/lists.ts'

export const en: typeof es = {
  sortBy: (column) => `Sort by ${column}`,
  columns: 'Columns',
  columnsHint: 'Columns shown',
  shown: (count) => `${count} shown`,
  total: (count) => `${count} in total`,
  shownOf: (shown, total) => `${shown} of ${total}`,
  atLeast: (count) => `more than ${count}`,
  andMore: 'there are more',
  views: 'Saved views',
  everything: 'All',
  saveView: 'Save view',
  saveViewHint: 'Saves the filters, order and columns. Only you can see it.',
  viewName: 'View name',
  save: 'Save',
  viewSaved: 'View saved.',
  deleteView: (name) => `Delete the view ${name}`,
  viewDeleted: 'View deleted.',
  undo: 'Undo',
}
