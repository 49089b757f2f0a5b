/** The variables that a process begins with which has pools of memory to limit: the C library would have eight for each core, and keep what each has freed. */
export const limitedEnvironment = (): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '2',
  ...process.env,
})
