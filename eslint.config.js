import tseslint from 'typescript-eslint'
import reactHooks from 'eslint-plugin-react-hooks'

export default tseslint.config(
  { ignores: ['dist/', 'release/', 'node_modules/', '.cache/', 'bin/', '*.cjs', 'test-results/'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] }, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
    },
  },
  { files: ['renderer/**/*.{ts,tsx}'], plugins: { 'react-hooks': reactHooks }, rules: reactHooks.configs.recommended.rules },
  { files: ['scripts/**/*.ts', 'test/**/*.ts', 'test/**/*.tsx'], rules: { 'no-console': 'off' } },
  {
    files: ['test/**/*.ts', 'test/**/*.tsx'],
    rules: {
      // Files of tests share what a worker has loaded: a module that met a mock keeps it for the files that come after.
      'no-restricted-properties': ['error', ...['mock', 'doMock'].map((property) => ({ object: 'vi', property, message: 'It would outlive this file. Hand the part in, or exchange it in beforeAll and put it back in afterAll.' }))],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
)
