import { refusal } from '../../shared/api/errors.ts'

/**
 * What a person is told of a data folder, or a backup, from before the first release: what it is, what is safe, and the
 * way on.
 */
export const developmentBuild = refusal(
  'development_build',
  'The data folder was made by a development build of Fieldseal before 0.1, and no release reads those. What it holds was not changed: everything is as it was. ' +
    'To keep its cases, open it with the build that made it and export each as a bundle (fieldseal export), which every release verifies. To work with this release, start a new folder: fieldseal init --data DIR, or another folder in the desktop.',
)
