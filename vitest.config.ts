import { defineConfig } from 'vitest/config'

const project = (name: string, testTimeout: number) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`, `test/${name}/**/*.test.tsx`], testTimeout, hookTimeout: 60_000 },
})

export default defineConfig({
  test: {
    projects: [project('unit', 20_000), project('conformance', 60_000), project('contract', 60_000), project('simulation', 600_000)],
  },
})
