/** Which projects are asked for. */
export interface ProjectsQuestion {
  /** Also those that are not watched any more. */
  readonly isAll: boolean;
}
