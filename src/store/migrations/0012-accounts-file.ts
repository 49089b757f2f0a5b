/**
 * On SQLite, the tables of accounts and keys move to their own file after this migration, which changes nothing itself:
 * an older version of Reeve rejects a database that has it, instead of looking for keys in the wrong file.
 */
export async function up(): Promise<void> {}
