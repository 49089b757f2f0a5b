/** Why a second import into one database is refused. */
export const importRunning =
  'another import into this database is running; nothing was imported, try again when it has finished'
