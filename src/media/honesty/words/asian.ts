import type { MachineWords } from "../machine-words.ts"

export const arabic: MachineWords = {
  answer: "أنا مساعد آلي ولست إنسانًا. هل يمكنني المتابعة؟",
  machine:
    "روبوت*|الروبوت|بوت|آلة|الة|ماكينة|ماكينه|كمبيوتر|حاسوب|ذكاء اصطناعي|ذكاء صناعي|تسجيل|رسالة مسجلة|مجيب آلي|رد آلي|آلي|الي|برنامج|إنسان آلي|انسان الي",
  human: "إنسان|إنسانا|إنسانًا|انسان|انسانا|إنسانة|بشر|بشري|بشرا|شخص|شخصا|شخص حقيقي|آدمي|بني آدم|موظف حقيقي",
  not: "لست|ليس|ليست|لا|مش|مو|ما|لسنا|وليس|ولست",
  self: "أنا|انا|تتحدث|تتحدثين|تتكلم|تتكلمين|أنت تتحدث|إنني|هذا|هذه|هنا|يتحدث",
  you: "أنت|انت|إنت|هل|هذا|هذه|أتحدث|اتحدث|أتكلم|اتكلم|حضرتك|أم|صوتك|تتحدث"
}

export const indonesian: MachineWords = {
  answer: "Saya asisten otomatis, bukan manusia. Boleh saya lanjutkan?",
  machine:
    "robot*|bot|bots|chatbot|mesin*|komputer*|ai|kecerdasan buatan|otomatis|rekaman|program|asisten virtual|perangkat lunak|mesin penjawab",
  human: "manusia|manusia asli|orang|orang asli|orang sungguhan|orang beneran|manusia sungguhan",
  not: "bukan|tidak|bukanlah|nggak|enggak",
  self: "saya|aku|anda berbicara dengan|anda bicara dengan|anda sedang berbicara dengan|kamu bicara dengan|ini|di sini",
  you: "anda|kamu|apakah|ini|apa|bicara dengan|berbicara dengan|ngomong|ibu|bapak|suara"
}

export const vietnamese: MachineWords = {
  answer: "Tôi là trợ lý tự động, không phải người. Tôi nói tiếp được không?",
  machine:
    "robot|rô bốt|người máy|bot|chatbot|máy|máy tính|cái máy|máy móc|trí tuệ nhân tạo|ai|tự động|bản ghi âm|ghi âm|phần mềm|chương trình|trợ lý ảo",
  human: "người thật|con người|người|người sống|nhân viên thật",
  not: "không phải|không|chẳng phải|đâu có|chưa",
  self: "tôi là|em là|mình là|tôi|em|quý vị đang nói chuyện với|anh đang nói chuyện với|chị đang nói chuyện với|đang nói chuyện với|đây là",
  you: "bạn|anh|chị|em|cô|đây|có phải|là|nói chuyện với|à|hay"
}

export const japanese: MachineWords = {
  answer: "私は自動音声のアシスタントで、人間ではありません。続けてもよろしいですか。",
  isJoined: true,
  machine:
    "ロボット|ボット|機械|マシン|コンピューター|コンピュータ|ai|エーアイ|人工知能|自動音声|録音|プログラム|ソフト|バーチャル|合成音声",
  human: "人間|本物の人|生身の人|実在の人|本当の人|人ですか|ヒト|オペレーター(?!に)",
  not: "ではありません|ではない|じゃない|じゃありません|じゃないです|ではございません|違います|ちがいます|なんかじゃ",
  self: "私|わたし|僕|です|でございます|こちら|お話し",
  you: "あなた|ですか|なの|これ|そちら|話して|喋って|しゃべって|相手|ますか|か"
}

export const chinese: MachineWords = {
  answer: "我是自动语音助手，不是真人。可以继续吗？",
  isJoined: true,
  machine:
    "机器人|机器|電腦|电脑|人工智能|人工智慧|ai|录音|錄音|自动语音|自動語音|程序|程式|软件|軟體|語音助手|语音助手|機器人|機器|智能助手",
  human: "真人|人类|人類|活人|真的人|是人|(?<![转轉接找])人工客服|真正的人",
  not: "不是|并非|並非|不|没有|沒有|绝不|非",
  self: "我|您现在|您正在|你在|这里|這裡|这边|這邊|为您服务|本人",
  you: "你|您|这|這|是不是|吗|嗎|呢|跟|和|还是|還是"
}

export const korean: MachineWords = {
  answer: "저는 자동 음성 도우미이며 사람이 아닙니다. 계속해도 될까요?",
  machine:
    "로봇*|봇|봇이*|기계*|컴퓨터*|ai*|인공지능*|에이아이*|자동응답*|자동 응답*|녹음*|프로그램*|소프트웨어*|챗봇*|가상 비서*|음성 비서*",
  human: "사람*|인간*|진짜 사람*|실제 사람*|실제 상담원*|진짜 상담원*",
  not: "아닙니다|아니에요|아니예요|아니고|아니며|아니|아닌|아니라|절대",
  self: "저는|전|제가|나는|난|지금|통화하고|여기는|이건|사람입니다|사람이에요|인간입니다|대화하고",
  you: "당신*|혹시|지금|이거|이건|거기|통화*|말하고*|얘기하*|누구|건가요|인가요|상대*"
}

export const thai: MachineWords = {
  answer: "ฉันเป็นผู้ช่วยอัตโนมัติ ไม่ใช่คน ขอพูดต่อได้ไหม",
  isJoined: true,
  machine:
    "หุ่นยนต์|โรบอท|โรบอต|บอท|เครื่องจักร|เครื่อง|คอมพิวเตอร์|เอไอ|ai|ปัญญาประดิษฐ์|ระบบอัตโนมัติ|อัตโนมัติ|เสียงบันทึก|บันทึกเสียง|โปรแกรม|ซอฟต์แวร์",
  human: "มนุษย์|คนจริง|คนจริงๆ|เป็นคน|กับคน|ใช่คน|ตัวจริง",
  not: "ไม่ใช่|ไม่|มิใช่|ไม่ได้เป็น",
  self: "ฉัน|ผม|ดิฉัน|เรา|คุณกำลังคุย|คุณกำลังพูด|นี่คือ|นี่เป็น|หนู|เป็น",
  you: "คุณ|นี่|เธอ|ไหม|หรือ|มั้ย|คุยกับ|พูดกับ|รึ|ใช่"
}
