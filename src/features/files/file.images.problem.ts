/** A picture of more pixels is refused before it is decoded: a few kilobytes can hold gigabytes. */
export const MAX_PIXELS = 100_000_000;

export type ImageProblem = 'unreadable' | 'too_many_pixels';

/** The picture cannot be taken, and why. */
export class ImageError extends Error {
  readonly problem: ImageProblem;
  constructor(problem: ImageProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}
