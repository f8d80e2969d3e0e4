import { codes } from '#contract/codes.ts';
import { instantText, pluralText } from '#server/platform/words/instants.ts';
import type { RefusalTexts } from '#server/platform/words/refusal-texts.ts';

const triesLeft = (count: number) => pluralText('zh', count, { other: '还可尝试 # 次' });
const seconds = (count: number) => pluralText('zh', count, { other: '# 秒' });

export const refusals: RefusalTexts = {
  [codes.invalid]: ({ file }) =>
    file === undefined ? '请检查标记的字段。' : '文件上传失败，请重试！',
  [codes.wrongCode]: ({ triesLeft: left }) =>
    left === undefined ? '验证码错误。' : `验证码错误，${triesLeft(left)}。`,
  [codes.expiredCode]: '验证码已使用或已过期，请重新获取。',
  [codes.unknownFile]: '有已上传的文件无法再使用，请将其移除后重新上传。',
  [codes.agreementMissing]: '请上传数据共享协议',
  [codes.personalDataNotAllowed]:
    '除公共紧急状态外，公共部门机构只能请求非个人数据（欧盟第 2023/2854 号条例第 15 条）。请选择其他数据类型。',
  [codes.signedOut]: '请登录。',
  [codes.forbidden]: '您无权执行此操作。',
  [codes.secondFactorNeeded]: '请先完成账户的第二重验证。',
  [codes.notFound]: ({ file }) =>
    file === undefined ? '您查找的内容不存在。' : '文件获取错误，请刷新后重试',
  [codes.methodNotAllowed]: '此调用须使用其他方法。',
  [codes.notAllowedNow]: '申请在当前状态下不能执行此操作。',
  [codes.outdated]: '申请在此期间已发生变化，请刷新后重试。',
  [codes.takenByOther]: ({ assignee }) =>
    `该申请已由其他人员处理${assignee === undefined ? '' : `：${assignee}`}。`,
  [codes.reportNotReady]: '正在生成文件……请查收您的邮箱',
  [codes.lastLead]: '这是最后一位主管：请先指定另一位主管。',
  [codes.tooManyFiles]:
    '等待表单的已上传文件过多。请先提交需要这些文件的表单；未被任何表单引用的文件将在七天后删除。',
  [codes.tooLarge]: ({ file }) =>
    file === undefined ? '请求内容过大。' : '单个文件大小不得超过 20M',
  [codes.typeNotSupported]: ({ file }) =>
    file === undefined ? '不支持此类内容。' : '不支持的文件类型',
  [codes.vehicleNotLinked]:
    '账户下没有符合条件的车辆，暂不支持数据访问。请先在车辆应用中完成车辆的注册和绑定。',
  [codes.locked]: ({ lockedUntil }) => {
    const until = lockedUntil === undefined ? '' : `（${instantText('zh', lockedUntil)} 起）`;
    return `验证码连续五次输入错误，登录已被锁定，请 24 小时后再试${until}。`;
  },
  [codes.tooSoon]: ({ retryAfter }) =>
    retryAfter === undefined
      ? '操作过于频繁，请稍后再试。'
      : `请等待 ${seconds(retryAfter)}后再获取新的验证码。`,
  [codes.internal]: '我们这边出现了问题，请重试。',
};
