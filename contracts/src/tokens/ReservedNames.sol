// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Label} from "./Label.sol";
import {UnicodeTables} from "./UnicodeTables.sol";

/// @title Names reserved for the platform's own tokens
/// @dev Every text that reads as USDB or TIDE is reserved: in any case of letters, with or without marks and spaces,
/// and with the look-alikes of UTS 39 (full-width, Greek, Cyrillic, small capitals, 1 and l for I, …).
/// lib/tokens/names/rules.ts implements the same rules.
library ReservedNames {
    uint256 private constant LETTERS = 4;
    // The letters of both names are digits, the names numbers.
    uint256 private constant BASE = 8;
    uint256 private constant U = 0;
    uint256 private constant S = 1;
    uint256 private constant D = 2;
    uint256 private constant B = 3;
    uint256 private constant T = 4;
    uint256 private constant I = 5;
    uint256 private constant E = 6;
    uint256 private constant NONE = 7;
    uint256 private constant USDB = ((U * BASE + S) * BASE + D) * BASE + B;
    uint256 private constant TIDE = ((T * BASE + I) * BASE + D) * BASE + E;

    /// @notice Expects a label that `Label` accepts.
    function isReserved(string memory label) internal pure returns (bool) {
        bytes memory text = bytes(label);
        uint256 word;
        uint256 length;
        uint256 i;
        while (i < text.length) {
            (uint256 point, uint256 width) = Label.decode(text, i);
            i += width;
            if (point == 0x20 || (point > 0x7F && Label.kindOf(point) == Label.Kind.Mark)) continue;
            uint256 letter = _letterOf(point);
            if (letter == NONE || length == LETTERS) return false;
            word = word * BASE + letter;
            ++length;
        }
        return length == LETTERS && (word == USDB || word == TIDE);
    }

    function _letterOf(uint256 point) private pure returns (uint256) {
        if (point < 0x80) return _asciiLetter(point);
        if (point >= 0x1D400 && point <= 0x1D7FF) return _mathematicalLetter(point);
        if (point > 0x1FFFF) return NONE;
        bytes memory table = point < 0x10000 ? UnicodeTables.LETTERS : UnicodeTables.LETTERS_1;
        (bool found, uint256 entry) = Label.find(table, point, 0x1F);
        return found ? (entry & 0xFF) >> 5 : NONE;
    }

    function _asciiLetter(uint256 point) private pure returns (uint256) {
        bytes1 char = bytes1(uint8(point));
        if (char == "1" || char == "l" || char == "|") return I;
        char |= 0x20;
        if (char == "u") return U;
        if (char == "s") return S;
        if (char == "d") return D;
        if (char == "b") return B;
        if (char == "t") return T;
        if (char == "i") return I;
        return char == "e" ? E : NONE;
    }

    /// @dev Thirteen alphabets of 52 letters, two letters without dots, five of 58 Greek ones, digits.
    function _mathematicalLetter(uint256 point) private pure returns (uint256) {
        if (point < 0x1D6A4) {
            uint256 index = (point - 0x1D400) % 52;
            return _asciiLetter(index < 26 ? 0x41 + index : 0x61 + index - 26);
        }
        if (point == 0x1D6A4) return I;
        if (point >= 0x1D7CE) return (point - 0x1D7CE) % 10 == 1 ? I : NONE;
        if (point < 0x1D6A8 || point > 0x1D7CB) return NONE;
        uint256 greek = (point - 0x1D6A8) % 58;
        // In this order: beta, epsilon, both iotas, tau, both upsilons.
        if (greek == 1) return B;
        if (greek == 4) return E;
        if (greek == 8 || greek == 34) return I;
        if (greek == 19) return T;
        return greek == 20 || greek == 46 ? U : NONE;
    }
}
