import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST =
  /tests\/(contributing|kill\/kill|postgres\/|server\/reports\/masking-attacks|s3\/portal)/;

/** Runs the files that take longest first: otherwise one of them runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
