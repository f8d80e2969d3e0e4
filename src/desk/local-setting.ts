import { useLocalStorage } from '@mantine/hooks';

/** Setting in this browser. Has no default value, which the hook would store at once. */
export const useLocalSetting = (key: string) =>
  useLocalStorage<string | undefined>({
    key,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => value,
  });
