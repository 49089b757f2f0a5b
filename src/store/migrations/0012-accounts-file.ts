/**
 * On SQLite the tables of accounts and keys move to a file of their own after this migration, which itself changes
 * nothing: an older version of reeve refuses a database that has it, instead of looking for keys in the wrong file.
 */
export async function up(): Promise<void> {}
