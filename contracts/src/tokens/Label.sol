// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {UnicodeTables} from "./UnicodeTables.sol";

/// @title Rules for names and symbols
/// @dev Accepts well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF) without
/// invisible or confusable characters: controls, Default_Ignorable_Code_Point, all blanks but single
/// inner spaces (in names), format characters without a glyph, private use and noncharacters, everything above
/// plane 3. A mark needs a character before it, and marks are not stacked: at most two diacritics in a row,
/// four where the marks are a script's own (Burmese and Tibetan write as many).
/// lib/tokens/names/rules.ts implements the same rules.
library Label {
    uint256 private constant MAX_DIACRITICS = 2;
    uint256 private constant MAX_MARKS = 4;

    enum Kind {
        Visible,
        Mark,
        Refused
    }

    /// @notice 1 to `maxBytes` bytes, spaces only one at a time and inside.
    function isName(string memory label, uint256 maxBytes) internal pure returns (bool) {
        return _isReadable(bytes(label), maxBytes, true);
    }

    /// @notice 1 to `maxBytes` bytes, no space at all.
    function isSymbol(string memory label, uint256 maxBytes) internal pure returns (bool) {
        return _isReadable(bytes(label), maxBytes, false);
    }

    /// @dev Returns the code point at `i` and its number of bytes, 0 bytes if it is malformed. The bounds are those of
    /// well-formed UTF-8 (RFC 3629).
    function decode(bytes memory text, uint256 i) internal pure returns (uint256 point, uint256 width) {
        uint256 lead = uint8(text[i]);
        if (lead < 0x80) return (lead, 1);
        if (lead < 0xC2) return (0, 0);
        if (lead < 0xE0) (point, width) = (lead & 0x1F, 2);
        else if (lead < 0xF0) (point, width) = (lead & 0x0F, 3);
        else if (lead < 0xF5) (point, width) = (lead & 0x07, 4);
        else return (0, 0);
        if (i + width > text.length) return (0, 0);
        for (uint256 j = 1; j < width; ++j) {
            uint256 next = uint8(text[i + j]);
            if (next & 0xC0 != 0x80) return (0, 0);
            point = point << 6 | (next & 0x3F);
        }
        bool overlong = (width == 3 && point < 0x800) || (width == 4 && point < 0x10000);
        bool surrogate = point >= 0xD800 && point <= 0xDFFF;
        if (overlong || surrogate || point > 0x10FFFF) return (0, 0);
    }

    /// @dev For code points that are not ASCII.
    function kindOf(uint256 point) internal pure returns (Kind) {
        if (point > 0x3FFFF || point & 0xFFFE == 0xFFFE) return Kind.Refused;
        if (point >= 0xE000 && point < 0xF900) return Kind.Refused;
        if (point > 0x1FFFF) return Kind.Visible;
        uint256 start = _freeMemory();
        bytes memory table = point < 0x10000 ? UnicodeTables.KINDS : UnicodeTables.KINDS_1;
        (bool found, uint256 entry) = find(table, point, 0x7F);
        _resetMemory(start);
        if (!found) return Kind.Visible;
        return entry & 0x80 == 0 ? Kind.Refused : Kind.Mark;
    }

    /// @dev Binary search for the run that holds the code point. Entries have three bytes: the first code point
    /// without its plane, then a byte whose bits in `lengthMask` are the length less 1.
    function find(bytes memory table, uint256 point, uint256 lengthMask)
        internal
        pure
        returns (bool found, uint256 entry)
    {
        point &= 0xFFFF;
        uint256 low;
        uint256 high = table.length / 3;
        // Invariant: entries before `low` start at or before the point, entries from `high` on start after it.
        while (low < high) {
            uint256 middle = (low + high) / 2;
            if (_entry(table, middle) >> 8 <= point) low = middle + 1;
            else high = middle;
        }
        if (low == 0) return (false, 0);
        entry = _entry(table, low - 1);
        found = point - (entry >> 8) <= (entry & lengthMask);
    }

    /// @dev Reads 32 bytes from the entry on and keeps the first 3. `index` is below `table.length / 3`, so the entry is
    /// inside the table; the bytes after it are discarded by the shift.
    function _entry(bytes memory table, uint256 index) private pure returns (uint256 entry) {
        assembly ("memory-safe") {
            entry := shr(232, mload(add(add(table, 32), mul(index, 3))))
        }
    }

    function _isReadable(bytes memory text, uint256 maxBytes, bool spaces) private pure returns (bool) {
        if (text.length == 0 || text.length > maxBytes) return false;
        // Whether a visible character precedes, since the start or the last space, and the marks that follow it.
        bool hasBase;
        uint256 marks;
        uint256 i;
        while (i < text.length) {
            // Most text is visible ASCII. Testing for it first saves gas.
            uint256 lead = uint8(text[i]);
            if (lead > 0x20 && lead < 0x7F) {
                hasBase = true;
                marks = 0;
                ++i;
                continue;
            }
            if (lead < 0x80) {
                bool isInnerSpace = lead == 0x20 && spaces && hasBase && i + 1 < text.length;
                if (!isInnerSpace) return false;
                hasBase = false;
                marks = 0;
                ++i;
                continue;
            }
            (uint256 point, uint256 width) = decode(text, i);
            if (width == 0) return false;
            Kind kind = kindOf(point);
            if (kind == Kind.Refused) return false;
            if (kind == Kind.Visible) {
                hasBase = true;
                marks = 0;
            } else {
                ++marks;
                if (!hasBase || marks > (_isDiacritic(point) ? MAX_DIACRITICS : MAX_MARKS)) return false;
            }
            i += width;
        }
        return true;
    }

    /// @dev Whether a mark combines with letters of every script.
    function _isDiacritic(uint256 point) private pure returns (bool) {
        if (point < 0x591) return true;
        if (point >= 0x1AB0 && point <= 0x1AFF) return true;
        if (point >= 0x1DC0 && point <= 0x1DFF) return true;
        if (point >= 0x20D0 && point <= 0x20FF) return true;
        return point >= 0xFE20 && point <= 0xFE2F;
    }

    function _freeMemory() private pure returns (uint256 start) {
        assembly ("memory-safe") {
            start := mload(0x40)
        }
    }

    /// @dev Frees the memory of a table: memory costs grow quadratically, and a market checks up to 150 names.
    function _resetMemory(uint256 start) private pure {
        assembly ("memory-safe") {
            mstore(0x40, start)
        }
    }
}
