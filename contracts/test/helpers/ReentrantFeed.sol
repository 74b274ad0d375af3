// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IUpDown} from "../../src/updown/IUpDown.sol";

/// @dev A feed that, while it is read, calls back into the rounds that read it. Each read has a higher price.
contract ReentrantFeed {
    uint8 public constant decimals = 8;

    IUpDown private _target;
    uint256 private immutable startedAt = block.timestamp;

    function attack(IUpDown target) external {
        _target = target;
    }

    function latestRoundData() external returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(uint80(1 << 64 | (1 + block.timestamp - startedAt)));
    }

    /// Update n was made n - 1 seconds after the first one.
    function getRoundData(uint80 id) public returns (uint80, int256, uint256, uint256, uint80) {
        uint256 updatedAt = startedAt + uint64(id) - 1;
        if (updatedAt > block.timestamp || uint64(id) == 0) return (0, 0, 0, 0, 0);
        if (address(_target) != address(0)) _callBack();
        return (id, int256(updatedAt), updatedAt, updatedAt, id);
    }

    /// @dev None of these may succeed: the read is static, and a guard holds besides.
    function _callBack() private {
        bytes[3] memory calls = [
            abi.encodeCall(_target.settleCurrentRound, (0)),
            abi.encodeCall(_target.claim, (0, 1)),
            abi.encodeCall(_target.startRound, (0))
        ];
        for (uint256 i; i < calls.length; ++i) {
            (bool success,) = address(_target).call(calls[i]);
            require(!success, "reentered");
        }
    }
}
