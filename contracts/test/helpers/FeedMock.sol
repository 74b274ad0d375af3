// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @dev A feed whose updates a test writes: any number of phases, any time and price, and different ways to answer for what it does
/// not have or cannot give.
contract FeedMock {
    struct Update {
        int256 answer;
        uint256 updatedAt;
    }

    /// For an id without an update: reverts, or answers zeros.
    bool public answersZeros;
    /// Reverts always.
    bool public isBroken;
    /// Gas that every read needs at least.
    uint256 public minGas;
    uint8 public decimals = 8;
    uint256 public phase = 1;
    mapping(uint256 phase => Update[]) private _updates;

    function set(bool answersZeros_, bool isBroken_, uint256 minGas_) external {
        (answersZeros, isBroken, minGas) = (answersZeros_, isBroken_, minGas_);
    }

    function setPhase(uint256 phase_) external {
        phase = phase_;
    }

    function add(uint256 phase_, int256 answer, uint256 updatedAt) external {
        _updates[phase_].push(Update(answer, updatedAt));
    }

    function count(uint256 phase_) external view returns (uint256) {
        return _updates[phase_].length;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return _answer(phase, _updates[phase].length);
    }

    function getRoundData(uint80 id) external view returns (uint80, int256, uint256, uint256, uint80) {
        return _answer(id >> 64, uint64(id));
    }

    function _answer(uint256 phase_, uint256 round)
        private
        view
        returns (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        require(!isBroken, "broken");
        uint256 left = gasleft();
        while (left - gasleft() < minGas) {}
        if (round == 0 || round > _updates[phase_].length) {
            require(answersZeros, "No data present");
            return (0, 0, 0, 0, 0);
        }
        id = uint80(phase_ << 64 | round);
        Update storage found = _updates[phase_][round - 1];
        return (id, found.answer, found.updatedAt, found.updatedAt, id);
    }
}
