export const importRunning =
  'another import into this database is running; nothing was imported, try again when it has finished'
